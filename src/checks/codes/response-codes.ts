import type { CodeDescription } from "./code-description.js";

/** Codes of findings about responses. */
export const RESPONSE_CODES = {
  "response.status.undocumented": {
    level: "error",
    title: "The response has a status that the operation does not document.",
    fix: "Document the status, or correct the service. Then run again: the body of an undocumented status is not checked.",
  },
  "response.status.invalid-accepted": {
    level: "error",
    title: "The service accepted a request that violates the spec.",
    fix: "Reject such requests in the service, or allow them in the spec.",
  },
  "response.header.missing": {
    level: "error",
    title: "A required response header is missing.",
    fix: "Send the header, or make it optional in the spec.",
  },
  "response.header.invalid": {
    level: "error",
    title: "A response header does not match its schema.",
    fix: "Correct the service, or the header's schema.",
  },
  "response.header.not-in-enum": {
    level: "warn",
    title: "A response header has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
  "response.header.undeclared": {
    level: "warn",
    title: "The response has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    fix: "Declare the header in the spec, or stop sending it.",
  },
  "response.content-type.undocumented": {
    level: "error",
    title: "The spec does not document the media type of the response for its status.",
    fix: "Send a documented type, or add this one under the response's content.",
  },
  "response.content-type.missing": {
    level: "error",
    title: "The response has a body but no Content-Type.",
    fix: "Send the Content-Type header.",
  },
  "response.body.missing": {
    level: "error",
    title: "The response has no body, but the spec documents one.",
    fix: "Send the body, or document a response without content.",
  },
  "response.body.unexpected": {
    level: "error",
    title: "The response has a body, but the spec documents none for its status.",
    fix: "Send no body, or document its content.",
  },
  "response.body.undocumented": {
    level: "warn",
    title: "The response has a body, and the spec describes the response in words only.",
    fix: "Document the content of the response; an empty `content` says that there is no body.",
  },
  "response.body.malformed": {
    level: "error",
    title: "The response body cannot be parsed as its Content-Type.",
    fix: "Send a well-formed body.",
  },
  "response.body.invalid": {
    level: "error",
    title: "The response body does not match its schema.",
    fix: "Correct the service, or the schema at the reported location.",
  },
  "response.body.write-only": {
    level: "error",
    title: "The response body has a write-only property.",
    fix: "Omit the property from responses, or remove writeOnly from its schema.",
  },
  "response.body.undeclared": {
    level: "warn",
    title: "The response body has a property that the spec does not declare.",
    fix: "Declare the property, or stop sending it.",
  },
  "response.body.duplicate-name": {
    level: "warn",
    title: "An object in a JSON response body has the same name twice.",
    fix: "Send each name once (RFC 8259, section 4). The check reads the last value; other parsers read the first, or reject the text.",
  },
  "response.body.discriminator-mismatch": {
    level: "warn",
    title:
      "A discriminating value names another schema than the one that the object in the response body matches, or none.",
    fix: "Send the value that names the schema of the object, or add the value to the mapping. OpenAPI treats a discriminator as a hint, so the object stays valid; clients that select a class by it read the object wrongly.",
  },
  "response.body.null-undocumented": {
    level: "warn",
    title: 'A property of the response body is null where "nullable" has no effect.',
    fix: 'Write "type" beside "nullable", null into the enum, or nullable into the schema that allOf or $ref names (docs/findings.md, "Nullable").',
  },
  "response.body.not-in-enum": {
    level: "warn",
    title: "The response body has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
} as const satisfies Record<`response.${string}.${string}`, CodeDescription>;
