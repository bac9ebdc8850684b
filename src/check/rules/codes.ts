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

/** Create the entries of codes of a level. */
const error = (title: string, fix: string) => ({ level: "error", title, fix }) as const;
const warn = (title: string, fix: string) => ({ level: "warn", title, fix }) as const;
const off = (title: string, fix: string) => ({ level: "off", title, fix }) as const;

// Fixes that several codes have.
const SEND_VALID_VALUE = "Send a value that the schema accepts, or change the keyword that the message is about.";
const LIST_VALUE = "Add the value to x-extensible-enum, or send a listed value.";
const DECLARE_PROPERTY = 'Add the property to "properties", or stop sending it.';
const ALLOW_NULL =
  'Write "type" beside "nullable", null into the enum, and nullable into each schema of $ref and allOf and one of anyOf or oneOf.';
const SEND_HEADER = 'Send the header, or remove "required: true" from it.';
const SERIALIZE_BODY = "Write the body with a serializer of its Content-Type, or send the Content-Type that it has.";
const MATCH_DISCRIMINATOR =
  "Send the value that names the schema of the object, or add the value to the mapping. OpenAPI treats a discriminator as a hint, so the object stays valid; clients that select a class by it read the object wrongly.";
const SEND_CONTENT_TYPE = "Send the Content-Type header.";
const SEND_NAME_ONCE =
  "Send each name once (RFC 8259, section 4). The check reads the last value; other parsers read the first, or reject the text.";

/** Codes of findings about requests. */
const REQUEST_CODES = {
  "request.path.undocumented": error(
    "A request to a path that is not in the spec succeeded.",
    'Add the path to "paths", or let the client use a path that the spec documents.',
  ),
  "request.method.undocumented": error(
    "A request with a method that the spec does not document for this path succeeded.",
    "Add the method to the path item, or let the client use a method that it documents.",
  ),
  "request.server.undocumented": off(
    "A request goes to a host that is not a server in the spec.",
    "Add the host to the servers of the spec or with --server, or let the client use a documented base URL.",
  ),
  "request.path.invalid": error("A path parameter does not match its schema.", SEND_VALID_VALUE),
  "request.path.trailing-slash": warn(
    "The request path and the path in the spec differ by a trailing slash.",
    "Use the path as in the spec, or document the other form as a separate path.",
  ),
  "request.path.ambiguous": warn(
    "The request path matches two path templates, and neither is more concrete.",
    "Change one of the templates. Until then, the check uses the template that the exchange conforms to, then the one with the leftmost literal text, then the first.",
  ),
  "request.path.not-in-enum": warn("A path parameter has a value that is not in x-extensible-enum.", LIST_VALUE),
  "request.path.undeclared": warn(
    "An object in a path parameter has a property that the spec does not declare.",
    DECLARE_PROPERTY,
  ),
  "request.query.missing": error(
    "A required query parameter is missing.",
    'Send the parameter, or remove "required: true" from it.',
  ),
  "request.query.invalid": error("A query parameter does not match its schema or style.", SEND_VALID_VALUE),
  "request.query.not-in-enum": warn("A query parameter has a value that is not in x-extensible-enum.", LIST_VALUE),
  "request.query.undeclared": warn(
    "The query has a parameter, or a property of one, that the spec does not declare.",
    'Add the parameter to "parameters", or stop sending it.',
  ),
  "request.header.missing": error("A required request header is missing.", SEND_HEADER),
  "request.header.invalid": error("A request header does not match its schema.", SEND_VALID_VALUE),
  "request.header.not-in-enum": warn("A request header has a value that is not in x-extensible-enum.", LIST_VALUE),
  "request.header.undeclared": warn(
    "The request has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    'Add the header to "parameters", or stop sending it.',
  ),
  "request.cookie.missing": error(
    "A required cookie is missing.",
    'Send the cookie, or remove "required: true" from it.',
  ),
  "request.cookie.invalid": error("A cookie does not match its schema.", SEND_VALID_VALUE),
  "request.cookie.not-in-enum": warn("A cookie has a value that is not in x-extensible-enum.", LIST_VALUE),
  "request.cookie.undeclared": warn(
    "An object in a cookie has a property that the spec does not declare.",
    DECLARE_PROPERTY,
  ),
  "request.security.missing": error(
    "The request has none of the credentials that the operation requires.",
    "Send the credentials. If the recorder removes them, configure it to keep them; reports never show them.",
  ),
  "request.content-type.undocumented": error(
    "The spec does not document the media type of the request body.",
    "Send a documented type, or add this one under the request body's content.",
  ),
  "request.content-type.missing": error("The request has a body but no Content-Type.", SEND_CONTENT_TYPE),
  "request.body.missing": error(
    "The request body is required and missing.",
    'Send the body, or remove "required: true" from it. NDJSON has the body null as {"json": null}.',
  ),
  "request.body.unexpected": error(
    "The request has a body, but the operation documents none.",
    'Stop sending the body, or add a "requestBody" to the operation.',
  ),
  "request.body.malformed": error("The request body cannot be parsed as its Content-Type.", SERIALIZE_BODY),
  "request.body.invalid": error("The request body does not match its schema.", SEND_VALID_VALUE),
  "request.body.read-only": error(
    "The request body has a read-only property.",
    "Omit the property from requests, or remove readOnly from its schema.",
  ),
  "request.body.undeclared": warn("The request body has a property that the spec does not declare.", DECLARE_PROPERTY),
  "request.body.duplicate-name": warn("An object in a JSON request body has the same name twice.", SEND_NAME_ONCE),
  "request.body.discriminator-mismatch": warn(
    "A discriminating value names another schema than the one that the object in the request body matches, or none.",
    MATCH_DISCRIMINATOR,
  ),
  "request.body.null-undocumented": warn(
    'A property of the request body is null where "nullable" has no effect.',
    ALLOW_NULL,
  ),
  "request.body.not-in-enum": warn("The request body has a value that is not in x-extensible-enum.", LIST_VALUE),
} as const satisfies Record<`request.${string}.${string}`, CodeDescription>;

/** Codes of findings about responses. */
const RESPONSE_CODES = {
  "response.status.undocumented": error(
    "The response has a status that the operation does not document.",
    'Add the status to "responses", or return a documented one. Then run again: the body of an undocumented status is not checked.',
  ),
  "response.status.invalid-accepted": error(
    "The service accepted a request that violates the spec.",
    "Return a documented 4XX status for such requests, or change the spec as the finding about the request says.",
  ),
  "response.header.missing": error("A required response header is missing.", SEND_HEADER),
  "response.header.invalid": error("A response header does not match its schema.", SEND_VALID_VALUE),
  "response.header.not-in-enum": warn("A response header has a value that is not in x-extensible-enum.", LIST_VALUE),
  "response.header.undeclared": warn(
    "The response has a header, or a property of one, that the spec does not declare and HTTP does not define.",
    'Add the header to the "headers" of the response, or stop sending it.',
  ),
  "response.content-type.undocumented": error(
    "The spec does not document the media type of the response for its status.",
    "Send a documented type, or add this one under the response's content.",
  ),
  "response.content-type.missing": error("The response has a body but no Content-Type.", SEND_CONTENT_TYPE),
  "response.body.missing": error(
    "The response has no body, but the spec documents one.",
    'Send the body, or remove "content" from the response. NDJSON has the body null as {"json": null}.',
  ),
  "response.body.unexpected": error(
    "The response has a body, but the spec documents none for its status.",
    'Send no body, or add its media type to the "content" of the response.',
  ),
  "response.body.undocumented": warn(
    "The response has a body, and the spec describes the response in words only.",
    'Document the content of the response; an empty "content" says that there is no body.',
  ),
  "response.body.malformed": error("The response body cannot be parsed as its Content-Type.", SERIALIZE_BODY),
  "response.body.invalid": error("The response body does not match its schema.", SEND_VALID_VALUE),
  "response.body.write-only": error(
    "The response body has a write-only property.",
    "Omit the property from responses, or remove writeOnly from its schema.",
  ),
  "response.body.undeclared": warn(
    "The response body has a property that the spec does not declare.",
    DECLARE_PROPERTY,
  ),
  "response.body.duplicate-name": warn("An object in a JSON response body has the same name twice.", SEND_NAME_ONCE),
  "response.body.discriminator-mismatch": warn(
    "A discriminating value names another schema than the one that the object in the response body matches, or none.",
    MATCH_DISCRIMINATOR,
  ),
  "response.body.null-undocumented": warn(
    'A property of the response body is null where "nullable" has no effect.',
    ALLOW_NULL,
  ),
  "response.body.not-in-enum": warn("The response body has a value that is not in x-extensible-enum.", LIST_VALUE),
} as const satisfies Record<`response.${string}.${string}`, CodeDescription>;

/** Codes of findings about a request together with its response, about several exchanges, and about webhooks. */
const EXCHANGE_CODES = {
  "exchange.response.missing": error(
    "A running service sent no valid HTTP response.",
    "Make the service send a complete response in time to every request.",
  ),
  "exchange.request.failed": error(
    "A running service returned a status of 500 or higher.",
    "Handle the request, or reject it with a documented 4XX status.",
  ),
  "exchange.http.violated": warn(
    "A response or a delivery violates a rule of HTTP or JSON.",
    "Send what the RFC requires, usually with an option of the web framework.",
  ),
  "exchange.valid.rejected": error(
    "The service rejects a value that the spec allows, and accepts the same request with another value.",
    "Accept all values that the spec allows, or restrict the spec to the values that the service accepts.",
  ),
  "exchange.security.unchecked": error(
    "The service did not reject a request without valid credentials.",
    "Check credentials first, and return 401 if they are invalid.",
  ),
  "exchange.security.foreign": error(
    "The service lets one tenant access a resource of another tenant.",
    "Check on every request that the resource belongs to the tenant of the credentials.",
  ),
  "exchange.token.rejected": error(
    "The service rejects a token that it has just issued.",
    "Issue tokens that the service accepts until they expire.",
  ),
  "exchange.token.differs": error(
    "The response to a sign-in contradicts its token, or may be cached.",
    "State the lifetime of the token in seconds, and send Cache-Control: no-store.",
  ),
  "exchange.refusal.applied": error(
    "A rejected write has changed the resource.",
    "Validate the whole request before changing anything, or change everything in one transaction.",
  ),
  "exchange.workflow.failed": error(
    "A step of an Arazzo workflow does not meet its success criteria.",
    'Let the service return what the criterion expects, or change "successCriteria" of the step.',
  ),
  "exchange.hook.failed": error("A check of the hooks module reports a defect.", ""),
  "exchange.resource.invented": error(
    "The service returns success for a resource that does not exist.",
    "Return 404, or 410 where the spec documents it, for resources that do not exist.",
  ),
  "exchange.resource.other": error(
    "The response is about another resource than the one that the request names.",
    "Return the resource of the path, and only items below it.",
  ),
  "exchange.resource.undeleted": error(
    "The service still returns a resource after it confirmed the deletion.",
    "Delete the resource before sending the response, or document the state of deleted resources.",
  ),
  "exchange.resource.differs": error(
    "Two requests for the same resource return different data.",
    "Return the same state and the same properties in the list and for the single item.",
  ),
  "exchange.write.lost": error(
    "A read after a successful write returns different data.",
    "Store accepted data before sending the response, and read from the same storage.",
  ),
  "exchange.write.changed": warn(
    "A read after a successful write returns the same content in another form.",
    "Store accepted data as it is, or document the form in the spec.",
  ),
  "exchange.replay.differs": error(
    "A request repeated with the same idempotency key got a different response.",
    "Store the response for each idempotency key, and return it without processing the request again.",
  ),
  "exchange.patch.differs": error(
    "The service applies a JSON Patch or a merge patch in another way than RFC 6902 or RFC 7396 says.",
    "Apply operations in order, all or none, and reject one without a target. In a merge patch, let null remove the member.",
  ),
  "exchange.page.repeated": error(
    "A list returned an item twice, or a page again, or linked back to an earlier page.",
    "Start each page after the last item of the previous page, and link forward only.",
  ),
  "exchange.page.overlaps": warn(
    "A page of a list has items of the page before, and others.",
    "Start each page after the last item of the previous page. If items were added between the requests, nothing is wrong.",
  ),
  "exchange.page.incomplete": error(
    "The pages of a list do not contain every item.",
    "Return pages without gaps, and a next link on every page except the last.",
  ),
  "exchange.page.link": error(
    "The link to the next page leads to another collection or service.",
    "Link to the same collection of the same service.",
  ),
  "exchange.page.count": error(
    "A count or total in a list does not match the items.",
    "Return the number of items that the spec describes: of the page, or of all pages.",
  ),
  "exchange.limit.ignored": error(
    "A page has more or fewer items than the limit parameter or its default specifies.",
    "Apply the parameter and its default in the service.",
  ),
  "exchange.filter.ignored": error(
    "A filtered list contains items that do not match the filter, or lacks items that do.",
    "Apply the parameter in the service.",
  ),
  "exchange.secret.shown": error(
    "The response shows a secret in plain text, but the spec says that it is masked.",
    "Mask the value in responses.",
  ),
  "exchange.internals.shown": error(
    "The response to a rejected request shows a stack trace.",
    "Return a message for the client, and write the stack trace to the log of the service.",
  ),
  "exchange.webhook.differs": error(
    "A delivered event contradicts its registration, its resource or an earlier delivery.",
    "Send the ids of the registration and of the resource, a link that leads to it, and the same event in each repetition.",
  ),
  "exchange.webhook.unrepeated": warn(
    "An event that the listener refused was not sent again within 10 seconds.",
    "Send an event again until the listener acknowledges it, or document that a refused event is lost.",
  ),
  "exchange.webhook.undelivered": warn(
    "No event arrived for a registered webhook after writes.",
    "Send the registered events, and document in the spec which writes send them.",
  ),
  "webhook.event.unknown": warn(
    "The service sent an event that matches no webhook in the spec.",
    "Add the webhook to the spec, or stop sending the event.",
  ),
  "webhook.response.late": error(
    "The listener acknowledged an event later than the spec allows.",
    "Acknowledge the event first, and process it afterwards.",
  ),
  "webhook.signature.invalid": error(
    "The signature of an event does not match its payload.",
    "Sign the sent bytes with the registered secret, and verify the received bytes.",
  ),
} as const satisfies Record<`${"exchange" | "webhook"}.${string}.${string}`, CodeDescription>;

/** All codes of findings. Codes are public and stable; messages may change. */
export const CODES = { ...REQUEST_CODES, ...RESPONSE_CODES, ...EXCHANGE_CODES } as const;

export type FindingCode = keyof typeof CODES;

/** The codes about behaviour that a recording shows too. The others need the requests of the probe. */
const RECORDED_BEHAVIOUR: ReadonlySet<string> = new Set<FindingCode>([
  ...(["exchange.resource.other", "exchange.page.repeated", "exchange.page.link", "exchange.page.count"] as const),
  ...(["exchange.limit.ignored", "exchange.filter.ignored", "exchange.secret.shown"] as const),
  ...([
    "exchange.write.lost",
    "exchange.webhook.differs",
    "exchange.replay.differs",
    "exchange.page.overlaps",
  ] as const),
]);

/** Which commands report a code. */
export function describeReporters(code: string): string {
  if (!code.startsWith("exchange.")) return "Reported by contract check and contract probe.";
  if (code === "exchange.page.overlaps")
    return "Reported by contract check in recordings, as far as the spec states it.";
  if (!RECORDED_BEHAVIOUR.has(code)) return "Reported by contract probe only.";
  return "Reported by contract probe, and by contract check in recordings, as far as the spec states it.";
}
