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
    fix: "Change one of the templates; until then, the one that the exchange keeps is taken; of several, that with the leftmost literal text, and of two alike the first.",
  },
  "request.path.not-in-enum": {
    level: "warn",
    title: "A path parameter has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.path.undeclared": {
    level: "warn",
    title: "An object in a path parameter has a property that the contract does not declare.",
    fix: "Declare the property, or stop sending it.",
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
  "request.query.not-in-enum": {
    level: "warn",
    title: "A query parameter has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.query.undeclared": {
    level: "warn",
    title: "The query has a parameter, or a property of one, that the contract does not declare.",
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
  "request.header.not-in-enum": {
    level: "warn",
    title: "A request header has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.header.undeclared": {
    level: "warn",
    title:
      "The request has a header that the contract does not declare and HTTP does not define, or a property of one.",
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
  "request.cookie.not-in-enum": {
    level: "warn",
    title: "A cookie has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.cookie.undeclared": {
    level: "warn",
    title: "An object in a cookie has a property that the contract does not declare.",
    fix: "Declare the property, or stop sending it.",
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
  "request.body.not-in-enum": {
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
  "response.header.not-in-enum": {
    level: "warn",
    title: "A header of the answer has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
  "response.header.undeclared": {
    level: "warn",
    title: "The answer has a header that the contract does not declare and HTTP does not define, or a property of one.",
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
  "response.body.not-in-enum": {
    level: "warn",
    title: "The answer has a value beyond those that an open enumeration lists.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
  "exchange.response.missing": {
    level: "error",
    title: "A living service did not answer a request, or not with HTTP.",
    fix: "Have the service answer whatever it is sent, in time and whole.",
  },
  "exchange.request.failed": {
    level: "error",
    title: "A living service failed at a request with a status from 500 on.",
    fix: "Have the service do what is asked, or refuse it with a documented status from 400 on.",
  },
  "exchange.valid.rejected": {
    level: "error",
    title: "The service refuses a value that the contract allows, in a request that it accepts with another value.",
    fix: "Have the service take every value that the contract allows, or narrow the contract to those that it takes.",
  },
  "exchange.security.unchecked": {
    level: "error",
    title: "A request without valid credentials was not refused as such.",
    fix: "Have the service check the credentials before all else, and answer 401.",
  },
  "exchange.resource.invented": {
    level: "error",
    title: "The service answers with success for something that does not exist.",
    fix: "Answer 404 for what is not there.",
  },
  "exchange.resource.differs": {
    level: "error",
    title: "One thing read in two ways at one time is told differently.",
    fix: "Have the list and the single item come from the same state, with the same properties.",
  },
  "exchange.write.lost": {
    level: "error",
    title: "What was written with success is not what is read afterwards.",
    fix: "Store what is accepted before it is answered, and read from where it was stored.",
  },
  "exchange.replay.differs": {
    level: "error",
    title: "A request that was repeated with its idempotency key was not answered as the first one.",
    fix: "Keep the answer of a request by its key, and give it again without doing anything again.",
  },
  "exchange.page.repeated": {
    level: "error",
    title: "A listing showed one item on several of its pages, or led back to a page that was seen.",
    fix: "Have a page begin after the last item of the one before, and the links lead on.",
  },
  "exchange.page.incomplete": {
    level: "error",
    title: "A listing that was followed to its end did not show every item.",
    fix: "Have the pages join without gaps, and a next link on each but the last.",
  },
  "exchange.page.link": {
    level: "error",
    title: "The link to the next page leads out of the listing.",
    fix: "Have the link lead to the same collection of the same service.",
  },
  "exchange.page.count": {
    level: "error",
    title: "A count or total in a listing does not fit the items.",
    fix: "Count the items as the contract says.",
  },
  "exchange.limit.ignored": {
    level: "error",
    title: "A page has more or fewer items than was asked for, or than the contract gives without being asked.",
    fix: "Have the service respect the parameter and its default.",
  },
  "exchange.filter.ignored": {
    level: "error",
    title: "A filtered listing shows items that do not fit the filter, or leaves out some that do.",
    fix: "Have the service apply the parameter.",
  },
  "exchange.secret.shown": {
    level: "error",
    title: "The answer shows a secret as it was sent, which the contract says is masked.",
    fix: "Mask the value in answers.",
  },
  "exchange.webhook.undelivered": {
    level: "warn",
    title: "A webhook was registered, things were written, and no event came.",
    fix: "Have the service send what was registered for; say in the contract what sends an event.",
  },
  "webhook.event.unknown": {
    level: "warn",
    title: "An event came that is none of the webhooks that the contract has.",
    fix: "Add the webhook to the contract, or have the service stop sending the event.",
  },
  "webhook.signature.invalid": {
    level: "error",
    title: "The signature of an event is not that of its payload.",
    fix: "Sign the bytes that are sent, by the secret that was registered; verify the bytes that came.",
  },
} as const satisfies Record<`${"request" | "response" | "webhook" | "exchange"}.${string}.${string}`, CodeDescription>;

export type FindingCode = keyof typeof CODES;
