/** `error`: the exchange contradicts the spec. `warn`: the exchange has undocumented data (drift). `off`: not reported. */
export type Level = "error" | "warn" | "off";

/** The documentation of a code. */
export type CodeDescription = {
  /** The default level. A code that is off is reported only if a rule of the configuration names it. */
  readonly level: Level;
  /** A one-line summary. */
  readonly title: string;
  /** How to fix it. */
  readonly fix: string;
};

/** All codes of findings. Codes are public and stable; messages may change. */
export const CODES = {
  "request.path.undocumented": {
    level: "error",
    title: "A request to a path that is not in the spec succeeded.",
    fix: "Add the path to the spec, or correct the client's URL.",
  },
  "request.method.undocumented": {
    level: "error",
    title: "A request with a method that the spec does not document for this path succeeded.",
    fix: "Add the operation to the spec, or correct the client's method.",
  },
  "request.server.undocumented": {
    level: "off",
    title: "A request goes to a host that is not a server in the spec.",
    fix: "Add the host to the servers of the spec or with --server, or correct the client's base URL.",
  },
  "request.path.invalid": {
    level: "error",
    title: "A path parameter does not match its schema.",
    fix: "Send a valid value, or relax the parameter's schema.",
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
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.path.undeclared": {
    level: "warn",
    title: "An object in a path parameter has a property that the spec does not declare.",
    fix: "Declare the property, or stop sending it.",
  },
  "request.query.missing": {
    level: "error",
    title: "A required query parameter is missing.",
    fix: "Send the parameter, or make it optional in the spec.",
  },
  "request.query.invalid": {
    level: "error",
    title: "A query parameter does not match its schema or style.",
    fix: "Send a valid value, or relax the parameter's schema.",
  },
  "request.query.not-in-enum": {
    level: "warn",
    title: "A query parameter has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.query.undeclared": {
    level: "warn",
    title: "The query has a parameter, or a property of one, that the spec does not declare.",
    fix: "Declare the parameter, or stop sending it.",
  },
  "request.header.missing": {
    level: "error",
    title: "A required request header is missing.",
    fix: "Send the header, or make it optional in the spec.",
  },
  "request.header.invalid": {
    level: "error",
    title: "A request header does not match its schema.",
    fix: "Send a valid value, or relax the header's schema.",
  },
  "request.header.not-in-enum": {
    level: "warn",
    title: "A request header has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.header.undeclared": {
    level: "warn",
    title: "The request has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    fix: "Declare the header, or stop sending it.",
  },
  "request.cookie.missing": {
    level: "error",
    title: "A required cookie is missing.",
    fix: "Send the cookie, or make it optional in the spec.",
  },
  "request.cookie.invalid": {
    level: "error",
    title: "A cookie does not match its schema.",
    fix: "Send a valid value, or relax the cookie's schema.",
  },
  "request.cookie.not-in-enum": {
    level: "warn",
    title: "A cookie has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "request.cookie.undeclared": {
    level: "warn",
    title: "An object in a cookie has a property that the spec does not declare.",
    fix: "Declare the property, or stop sending it.",
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
    fix: "Send the body, or make it optional in the spec.",
  },
  "request.body.unexpected": {
    level: "error",
    title: "The request has a body, but the operation documents none.",
    fix: "Stop sending the body, or document it.",
  },
  "request.body.malformed": {
    level: "error",
    title: "The request body cannot be parsed as its Content-Type.",
    fix: "Send a well-formed body.",
  },
  "request.body.invalid": {
    level: "error",
    title: "The request body does not match its schema.",
    fix: "Correct the client, or the schema at the reported location.",
  },
  "request.body.read-only": {
    level: "error",
    title: "The request body has a read-only property.",
    fix: "Omit the property from requests, or remove readOnly from its schema.",
  },
  "request.body.undeclared": {
    level: "warn",
    title: "The request body has a property that the spec does not declare.",
    fix: "Declare the property, or stop sending it.",
  },
  "request.body.not-in-enum": {
    level: "warn",
    title: "The request body has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the client.",
  },
  "response.status.undocumented": {
    level: "error",
    title: "The response has a status that the operation does not document.",
    fix: "Document the status, or correct the service.",
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
  "response.body.not-in-enum": {
    level: "warn",
    title: "The response body has a value that is not in x-extensible-enum.",
    fix: "Add the value to x-extensible-enum, or correct the service.",
  },
  "exchange.response.missing": {
    level: "error",
    title: "A running service sent no valid HTTP response.",
    fix: "Make the service send a complete response in time to every request.",
  },
  "exchange.request.failed": {
    level: "error",
    title: "A running service returned a status of 500 or higher.",
    fix: "Handle the request, or reject it with a documented 4XX status.",
  },
  "exchange.valid.rejected": {
    level: "error",
    title: "The service rejects a value that the spec allows, and accepts the same request with another value.",
    fix: "Accept all values that the spec allows, or restrict the spec to the values that the service accepts.",
  },
  "exchange.security.unchecked": {
    level: "error",
    title: "The service did not reject a request without valid credentials.",
    fix: "Check credentials first, and return 401 if they are invalid.",
  },
  "exchange.resource.invented": {
    level: "error",
    title: "The service returns success for a resource that does not exist.",
    fix: "Return 404 for resources that do not exist.",
  },
  "exchange.resource.undeleted": {
    level: "error",
    title: "The service still returns a resource after it confirmed the deletion.",
    fix: "Delete the resource before sending the response, or document the state of deleted resources.",
  },
  "exchange.resource.differs": {
    level: "error",
    title: "Two requests for the same resource return different data.",
    fix: "Return the same state and the same properties in the list and for the single item.",
  },
  "exchange.write.lost": {
    level: "error",
    title: "A read after a successful write returns different data.",
    fix: "Store accepted data before sending the response, and read from the same storage.",
  },
  "exchange.replay.differs": {
    level: "error",
    title: "A request repeated with the same idempotency key got a different response.",
    fix: "Store the response for each idempotency key, and return it without processing the request again.",
  },
  "exchange.page.repeated": {
    level: "error",
    title: "A list returned an item on several pages, or linked back to an earlier page.",
    fix: "Start each page after the last item of the previous page, and link forward only.",
  },
  "exchange.page.incomplete": {
    level: "error",
    title: "The pages of a list do not contain every item.",
    fix: "Return pages without gaps, and a next link on every page except the last.",
  },
  "exchange.page.link": {
    level: "error",
    title: "The link to the next page leads to another collection or service.",
    fix: "Link to the same collection of the same service.",
  },
  "exchange.page.count": {
    level: "error",
    title: "A count or total in a list does not match the items.",
    fix: "Count the items as documented in the spec.",
  },
  "exchange.limit.ignored": {
    level: "error",
    title: "A page has more or fewer items than the limit parameter or its default specifies.",
    fix: "Apply the parameter and its default in the service.",
  },
  "exchange.filter.ignored": {
    level: "error",
    title: "A filtered list contains items that do not match the filter, or lacks items that do.",
    fix: "Apply the parameter in the service.",
  },
  "exchange.secret.shown": {
    level: "error",
    title: "The response shows a secret in plain text, but the spec says that it is masked.",
    fix: "Mask the value in responses.",
  },
  "exchange.webhook.undelivered": {
    level: "warn",
    title: "No event arrived for a registered webhook after writes.",
    fix: "Send the registered events, and document in the spec which writes send them.",
  },
  "webhook.event.unknown": {
    level: "warn",
    title: "The service sent an event that matches no webhook in the spec.",
    fix: "Add the webhook to the spec, or stop sending the event.",
  },
  "webhook.response.late": {
    level: "error",
    title: "The listener acknowledged an event later than the spec allows.",
    fix: "Acknowledge the event first, and process it afterwards.",
  },
  "webhook.signature.invalid": {
    level: "error",
    title: "The signature of an event does not match its payload.",
    fix: "Sign the sent bytes with the registered secret, and verify the received bytes.",
  },
} as const satisfies Record<`${"request" | "response" | "webhook" | "exchange"}.${string}.${string}`, CodeDescription>;

export type FindingCode = keyof typeof CODES;
