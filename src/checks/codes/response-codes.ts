import type { CodeDescription } from "./code-description.js";

/** Codes of findings about responses. */
export const RESPONSE_CODES = {
  "response.status.undocumented": {
    level: "error",
    title: "The response has a status that the operation does not document.",
    fix: 'Add the status to "responses", or return a documented one. Then run again: the body of an undocumented status is not checked.',
  },
  "response.status.invalid-accepted": {
    level: "error",
    title: "The service accepted a request that violates the spec.",
    fix: "Return a documented 4XX status for such requests, or change the spec as the finding about the request says.",
  },
  "response.header.missing": {
    level: "error",
    title: "A required response header is missing.",
    fix: 'Send the header, or remove "required: true" from it.',
  },
  "response.header.invalid": {
    level: "error",
    title: "A response header does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "response.header.not-in-enum": {
    level: "warn",
    title: "A response header has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
  "response.header.undeclared": {
    level: "warn",
    title: "The response has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    fix: 'Add the header to the "headers" of the response, or stop sending it.',
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
    fix: 'Send the body, or remove "content" from the response.',
  },
  "response.body.unexpected": {
    level: "error",
    title: "The response has a body, but the spec documents none for its status.",
    fix: 'Send no body, or add its media type to the "content" of the response.',
  },
  "response.body.undocumented": {
    level: "warn",
    title: "The response has a body, and the spec describes the response in words only.",
    fix: 'Document the content of the response; an empty "content" says that there is no body.',
  },
  "response.body.malformed": {
    level: "error",
    title: "The response body cannot be parsed as its Content-Type.",
    fix: "Write the body with a serializer of its Content-Type, or send the Content-Type that it has.",
  },
  "response.body.invalid": {
    level: "error",
    title: "The response body does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "response.body.write-only": {
    level: "error",
    title: "The response body has a write-only property.",
    fix: "Omit the property from responses, or remove writeOnly from its schema.",
  },
  "response.body.undeclared": {
    level: "warn",
    title: "The response body has a property that the spec does not declare.",
    fix: 'Add the property to "properties", or stop sending it.',
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
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
} as const satisfies Record<`response.${string}.${string}`, CodeDescription>;
