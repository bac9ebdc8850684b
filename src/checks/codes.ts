/** `error`: the exchange contradicts the contract. `warn`: the contract is silent there (drift). `off`: not reported. */
export type Level = "error" | "warn" | "off";

/** What a code means, in the words of the documentation. */
export type CodeDescription = {
  readonly level: Exclude<Level, "off">;
  /** One line for a list. */
  readonly title: string;
  /** What to do about it. */
  readonly fix: string;
};

/** Every code a finding can have. Codes are public and do not change; messages may. */
export const CODES = {
  "request.path.undocumented": {
    level: "error",
    title: "A request went to a path that the contract does not have, and the service answered it.",
    fix: "Add the path to the contract, or correct the client's URL.",
  },
  "request.method.undocumented": {
    level: "error",
    title: "A request used a method that the contract does not have on this path, and the service answered it.",
    fix: "Add the operation to the contract, or correct the client's method.",
  },
  "request.path.invalid": {
    level: "error",
    title: "A path parameter does not fit its schema.",
    fix: "Send a value that fits, or widen the parameter's schema.",
  },
  "request.path.trailing-slash": {
    level: "warn",
    title: "A request's path differs from the contract's by a slash at its end.",
    fix: "Write the path as the contract does, or document the other form as a path of its own.",
  },
  "request.path.ambiguous": {
    level: "warn",
    title: "A request's path fits two path templates, of which neither is the more concrete.",
    fix: "Change one of the templates; until then, the one with the leftmost literal text is taken, and of two alike the first.",
  },
  "request.path.unlisted": {
    level: "warn",
    title: "A path parameter has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.query.missing": {
    level: "error",
    title: "A required query parameter is missing.",
    fix: "Send the parameter, or make it optional in the contract.",
  },
  "request.query.invalid": {
    level: "error",
    title: "A query parameter does not fit its schema or its style.",
    fix: "Send a value that fits, or widen the parameter's schema.",
  },
  "request.query.unlisted": {
    level: "warn",
    title: "A query parameter has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.query.undeclared": {
    level: "warn",
    title: "The query has a parameter that the contract does not declare.",
    fix: "Declare the parameter, or stop sending it.",
  },
  "request.header.missing": {
    level: "error",
    title: "A required request header is missing.",
    fix: "Send the header, or make it optional in the contract.",
  },
  "request.header.invalid": {
    level: "error",
    title: "A request header does not fit its schema.",
    fix: "Send a value that fits, or widen the header's schema.",
  },
  "request.header.unlisted": {
    level: "warn",
    title: "A request header has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.header.undeclared": {
    level: "warn",
    title: "The request has a header that the contract does not declare and HTTP does not define.",
    fix: "Declare the header, or stop sending it.",
  },
  "request.cookie.missing": {
    level: "error",
    title: "A required cookie is missing.",
    fix: "Send the cookie, or make it optional in the contract.",
  },
  "request.cookie.invalid": {
    level: "error",
    title: "A cookie does not fit its schema.",
    fix: "Send a value that fits, or widen the cookie's schema.",
  },
  "request.cookie.unlisted": {
    level: "warn",
    title: "A cookie has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.security.missing": {
    level: "error",
    title: "The request carries none of the credentials that the operation asks for.",
    fix: "Send the credentials. If the recorder strips them, keep them in recordings; they are never printed.",
  },
  "request.content-type.undocumented": {
    level: "error",
    title: "The request body is of a media type that the contract does not document.",
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
    fix: "Send the body, or make it optional in the contract.",
  },
  "request.body.unexpected": {
    level: "error",
    title: "The request has a body, and the operation documents none.",
    fix: "Stop sending the body, or document it.",
  },
  "request.body.malformed": {
    level: "error",
    title: "The request body is not what its Content-Type says.",
    fix: "Send a well-formed body.",
  },
  "request.body.invalid": {
    level: "error",
    title: "The request body does not fit its schema.",
    fix: "Correct the client, or the schema at the place named.",
  },
  "request.body.read-only": {
    level: "error",
    title: "The request body carries a property that only the service may set.",
    fix: "Leave the property out of requests, or take readOnly from its schema.",
  },
  "request.body.undeclared": {
    level: "warn",
    title: "The request body has a property that the contract does not declare.",
    fix: "Declare the property, or stop sending it.",
  },
  "request.body.unlisted": {
    level: "warn",
    title: "The request body has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "response.status.undocumented": {
    level: "error",
    title: "The answer has a status that the operation does not document.",
    fix: "Document the status, or correct the service.",
  },
  "response.status.invalid-accepted": {
    level: "error",
    title: "The service accepted a request that the contract forbids.",
    fix: "Have the service refuse such requests, or allow them in the contract.",
  },
  "response.header.missing": {
    level: "error",
    title: "A required header of the answer is missing.",
    fix: "Send the header, or make it optional in the contract.",
  },
  "response.header.invalid": {
    level: "error",
    title: "A header of the answer does not fit its schema.",
    fix: "Correct the service, or the header's schema.",
  },
  "response.header.undeclared": {
    level: "warn",
    title: "The answer has a header that the contract does not declare and HTTP does not define.",
    fix: "Declare the header in the contract, or stop sending it.",
  },
  "response.content-type.undocumented": {
    level: "error",
    title: "The answer is of a media type that the contract does not document for its status.",
    fix: "Answer with a documented type, or add this one under the answer's content.",
  },
  "response.content-type.missing": {
    level: "error",
    title: "The answer has a body but no Content-Type.",
    fix: "Send the Content-Type header.",
  },
  "response.body.missing": {
    level: "error",
    title: "The answer has no body, and the contract documents one.",
    fix: "Send the body, or document an answer without content.",
  },
  "response.body.unexpected": {
    level: "error",
    title: "The answer has a body, and the contract documents none for its status.",
    fix: "Send no body, or document its content.",
  },
  "response.body.malformed": {
    level: "error",
    title: "The body of the answer is not what its Content-Type says.",
    fix: "Send a well-formed body.",
  },
  "response.body.invalid": {
    level: "error",
    title: "The body of the answer does not fit its schema.",
    fix: "Correct the service, or the schema at the place named.",
  },
  "response.body.write-only": {
    level: "error",
    title: "The answer carries a property that only requests may carry.",
    fix: "Leave the property out of answers, or take writeOnly from its schema.",
  },
  "response.body.undeclared": {
    level: "warn",
    title: "The answer has a property that the contract does not declare.",
    fix: "Declare the property, or stop sending it.",
  },
  "response.body.unlisted": {
    level: "warn",
    title: "The answer has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
} as const satisfies Record<`${"request" | "response" | "webhook" | "exchange"}.${string}.${string}`, CodeDescription>;

export type FindingCode = keyof typeof CODES;
