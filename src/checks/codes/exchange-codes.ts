import type { CodeDescription } from "./code-description.js";

/** Codes of findings about a request together with its response, about several exchanges, and about webhooks. */
export const EXCHANGE_CODES = {
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
  "exchange.http.violated": {
    level: "warn",
    title: "A response or a delivery violates a rule of HTTP or JSON.",
    fix: "Send what the RFC requires, usually with an option of the web framework.",
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
  "exchange.security.foreign": {
    level: "error",
    title: "The service lets one tenant access a resource of another tenant.",
    fix: "Check on every request that the resource belongs to the tenant of the credentials.",
  },
  "exchange.token.rejected": {
    level: "error",
    title: "The service rejects a token that it has just issued.",
    fix: "Issue tokens that the service accepts until they expire.",
  },
  "exchange.token.differs": {
    level: "error",
    title: "The response to a sign-in contradicts its token, or may be cached.",
    fix: "State the lifetime of the token in seconds, and send Cache-Control: no-store.",
  },
  "exchange.refusal.applied": {
    level: "error",
    title: "A rejected write has changed the resource.",
    fix: "Validate the whole request before changing anything, or change everything in one transaction.",
  },
  "exchange.workflow.failed": {
    level: "error",
    title: "A step of an Arazzo workflow does not meet its success criteria.",
    fix: 'Let the service return what the criterion expects, or change "successCriteria" of the step.',
  },
  "exchange.hook.failed": {
    level: "error",
    title: "A check of the hooks module reports a defect.",
    fix: "",
  },
  "exchange.resource.invented": {
    level: "error",
    title: "The service returns success for a resource that does not exist.",
    fix: "Return 404 for resources that do not exist.",
  },
  "exchange.resource.other": {
    level: "error",
    title: "The response is about another resource than the one that the request names.",
    fix: "Return the resource of the path, and only items below it.",
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
  "exchange.write.changed": {
    level: "warn",
    title: "A read after a successful write returns the same content in another form.",
    fix: "Store accepted data as it is, or document the form in the spec.",
  },
  "exchange.replay.differs": {
    level: "error",
    title: "A request repeated with the same idempotency key got a different response.",
    fix: "Store the response for each idempotency key, and return it without processing the request again.",
  },
  "exchange.patch.differs": {
    level: "error",
    title: "The service applies a JSON Patch or a merge patch in another way than RFC 6902 or RFC 7396 says.",
    fix: "Apply operations in order, all or none, and reject one without a target. In a merge patch, let null remove the member.",
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
    fix: "Return the number of items that the spec describes: of the page, or of all pages.",
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
  "exchange.internals.shown": {
    level: "error",
    title: "The response to a rejected request shows a stack trace.",
    fix: "Return a message for the client, and write the stack trace to the log of the service.",
  },
  "exchange.webhook.differs": {
    level: "error",
    title: "A delivered event contradicts its registration, its resource or an earlier delivery.",
    fix: "Send the ids of the registration and of the resource, a link that leads to it, and the same event in each repetition.",
  },
  "exchange.webhook.unrepeated": {
    level: "warn",
    title: "An event that the listener refused was not sent again within 10 seconds.",
    fix: "Send an event again until the listener acknowledges it, or document that a refused event is lost.",
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
} as const satisfies Record<`${"exchange" | "webhook"}.${string}.${string}`, CodeDescription>;
