import type { CodeDescription } from "./code-description.js";

/** Codes of findings about requests. */
export const REQUEST_CODES = {
  "request.path.undocumented": {
    level: "error",
    title: "A request to a path that is not in the spec succeeded.",
    fix: 'Add the path to "paths", or let the client use a path that the spec documents.',
  },
  "request.method.undocumented": {
    level: "error",
    title: "A request with a method that the spec does not document for this path succeeded.",
    fix: "Add the method to the path item, or let the client use a method that it documents.",
  },
  "request.server.undocumented": {
    level: "off",
    title: "A request goes to a host that is not a server in the spec.",
    fix: "Add the host to the servers of the spec or with --server, or let the client use a documented base URL.",
  },
  "request.path.invalid": {
    level: "error",
    title: "A path parameter does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "request.path.trailing-slash": {
    level: "warn",
    title: "The request path and the path in the spec differ by a trailing slash.",
    fix: "Use the path as in the spec, or document the other form as a separate path.",
  },
  "request.path.ambiguous": {
    level: "warn",
    title: "The request path matches two path templates, and neither is more concrete.",
    fix: "Change one of the templates. Until then, the check uses the template that the exchange conforms to, then the one with the leftmost literal text, then the first.",
  },
  "request.path.not-in-enum": {
    level: "warn",
    title: "A path parameter has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
  "request.path.undeclared": {
    level: "warn",
    title: "An object in a path parameter has a property that the spec does not declare.",
    fix: 'Add the property to "properties", or stop sending it.',
  },
  "request.query.missing": {
    level: "error",
    title: "A required query parameter is missing.",
    fix: 'Send the parameter, or remove "required: true" from it.',
  },
  "request.query.invalid": {
    level: "error",
    title: "A query parameter does not match its schema or style.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "request.query.not-in-enum": {
    level: "warn",
    title: "A query parameter has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
  "request.query.undeclared": {
    level: "warn",
    title: "The query has a parameter, or a property of one, that the spec does not declare.",
    fix: 'Add the parameter to "parameters", or stop sending it.',
  },
  "request.header.missing": {
    level: "error",
    title: "A required request header is missing.",
    fix: 'Send the header, or remove "required: true" from it.',
  },
  "request.header.invalid": {
    level: "error",
    title: "A request header does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "request.header.not-in-enum": {
    level: "warn",
    title: "A request header has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
  "request.header.undeclared": {
    level: "warn",
    title: "The request has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    fix: 'Add the header to "parameters", or stop sending it.',
  },
  "request.cookie.missing": {
    level: "error",
    title: "A required cookie is missing.",
    fix: 'Send the cookie, or remove "required: true" from it.',
  },
  "request.cookie.invalid": {
    level: "error",
    title: "A cookie does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "request.cookie.not-in-enum": {
    level: "warn",
    title: "A cookie has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
  "request.cookie.undeclared": {
    level: "warn",
    title: "An object in a cookie has a property that the spec does not declare.",
    fix: 'Add the property to "properties", or stop sending it.',
  },
  "request.security.missing": {
    level: "error",
    title: "The request has none of the credentials that the operation requires.",
    fix: "Send the credentials. If the recorder removes them, configure it to keep them; reports never show them.",
  },
  "request.content-type.undocumented": {
    level: "error",
    title: "The spec does not document the media type of the request body.",
    fix: "Send a documented type, or add this one under the request body's content.",
  },
  "request.content-type.missing": {
    level: "error",
    title: "The request has a body but no Content-Type.",
    fix: "Send the Content-Type header.",
  },
  "request.body.missing": {
    level: "error",
    title: "The request body is required and missing.",
    fix: 'Send the body, or remove "required: true" from it.',
  },
  "request.body.unexpected": {
    level: "error",
    title: "The request has a body, but the operation documents none.",
    fix: 'Stop sending the body, or add a "requestBody" to the operation.',
  },
  "request.body.malformed": {
    level: "error",
    title: "The request body cannot be parsed as its Content-Type.",
    fix: "Write the body with a serializer of its Content-Type, or send the Content-Type that it has.",
  },
  "request.body.invalid": {
    level: "error",
    title: "The request body does not match its schema.",
    fix: "Send a value that the schema accepts, or change the keyword that the message is about.",
  },
  "request.body.read-only": {
    level: "error",
    title: "The request body has a read-only property.",
    fix: "Omit the property from requests, or remove readOnly from its schema.",
  },
  "request.body.undeclared": {
    level: "warn",
    title: "The request body has a property that the spec does not declare.",
    fix: 'Add the property to "properties", or stop sending it.',
  },
  "request.body.duplicate-name": {
    level: "warn",
    title: "An object in a JSON request body has the same name twice.",
    fix: "Send each name once (RFC 8259, section 4). The check reads the last value; other parsers read the first, or reject the text.",
  },
  "request.body.discriminator-mismatch": {
    level: "warn",
    title:
      "A discriminating value names another schema than the one that the object in the request body matches, or none.",
    fix: "Send the value that names the schema of the object, or add the value to the mapping. OpenAPI treats a discriminator as a hint, so the object stays valid; clients that select a class by it read the object wrongly.",
  },
  "request.body.null-undocumented": {
    level: "warn",
    title: 'A property of the request body is null where "nullable" has no effect.',
    fix: 'Write "type" beside "nullable", null into the enum, or nullable into the schema that allOf or $ref names (docs/findings.md, "Nullable").',
  },
  "request.body.not-in-enum": {
    level: "warn",
    title: "The request body has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or send a listed value.",
  },
} as const satisfies Record<`request.${string}.${string}`, CodeDescription>;
