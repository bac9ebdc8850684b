/** `error`: breaks existing clients. `warn`: may break them, or could not be determined. `info`: compatible. */
export type DiffLevel = "error" | "warn" | "info";

export type DiffCodeDefinition = {
  readonly level: DiffLevel;
  /** A one-line summary for lists. */
  readonly title: string;
  /** How to stay compatible, or what to do. */
  readonly advice: string;
};

const NARROWED = "Requests that are valid today must stay valid: keep the old constraint or widen it.";
const NO_ACTION = "No action is needed.";
const UNDECIDED = "Check this change yourself: neither a proof of compatibility nor a counterexample was found.";

const error = (title: string, advice: string): DiffCodeDefinition => ({ level: "error", title, advice });
const warn = (title: string, advice: string): DiffCodeDefinition => ({ level: "warn", title, advice });
const info = (title: string, advice = NO_ACTION): DiffCodeDefinition => ({ level: "info", title, advice });

/** The codes about the values that a service sends, in responses or deliveries. */
function describeSent<Name extends "response" | "webhook">(name: Name, message: string, readers: string) {
  const widened = `Existing ${readers} must understand every ${message}: keep the old constraint or narrow it.`;
  const codes = {
    "type.widened": error(`A value of a ${message} may have a new type.`, widened),
    "values.widened": error(
      `A ${message} may contain a value that the old enum does not list.`,
      `${widened} Use an x-extensible-enum for lists that may grow.`,
    ),
    "bounds.widened": error(`A number or a count in a ${message} may exceed its old limit.`, widened),
    "text.widened": error(`A string in a ${message} may violate its old length, pattern or format.`, widened),
    "property.optional": error(`A required property of a ${message} is now optional.`, "Keep it required."),
    "property.refused": error(
      `A ${message} may have a property that the old spec forbids.`,
      "Allow additional properties in objects that may grow.",
    ),
    "schema.widened": error(`A ${message} may contain a value that the old schema rejects.`, widened),
    "schema.undecided": warn(`It could not be determined whether every ${message} matches the old schema.`, UNDECIDED),
    "schema.narrowed": info(`The schema of a ${message} is narrower than before.`),
    "property.added": info(`A property was added to a ${message}.`),
    "property.deprecated": info(`A property of a ${message} is deprecated.`),
    "property.removed": warn(
      `A property of a ${message} was removed; ${readers} that read it no longer find it.`,
      "Keep it, and mark it as deprecated: its removal is compatible then.",
    ),
    "values.not-in-enum": warn(
      `A value was added to an x-extensible-enum of a ${message}.`,
      `Existing ${readers} are safe if they tolerate unknown values.`,
    ),
    "value.reinterpreted": error(
      `Existing ${readers} read another value from the same text.`,
      `Keep the old serialization, or inform the ${readers}.`,
    ),
  };
  const named = Object.entries(codes).map(([code, definition]) => [`${name}.${code}`, definition]);
  return Object.fromEntries(named) as Record<`${Name}.${keyof typeof codes}`, DiffCodeDefinition>;
}

/** All codes of differences between two specs. Codes are public and stable; messages may change. */
export const DIFF_CODES = {
  "operation.removed": error(
    "An operation was removed.",
    "Deprecate it, and remove it only when no client uses it any more.",
  ),
  "operation.added": info("An operation was added."),
  "operation.shadowed": error(
    "An added path takes requests from a path template, and handles them in another way.",
    "Give the added operation a path that no old template covers.",
  ),
  "operation.deprecated": info("An operation is deprecated."),
  "operation.sunset.earlier": warn(
    "The day on which a deprecated operation may be removed moved to an earlier day.",
    "Keep the day that was announced in `x-sunset`.",
  ),
  "operation.renamed": warn("An operationId changed.", "Keep it: generated clients name their methods by it."),
  "server.removed": error("A server was removed.", "Keep the old server in addition to the new one."),
  "server.added": info("A server was added."),
  "security.narrowed": error(
    "Credentials that were sufficient no longer are.",
    "Keep the old alternative, or require fewer scopes.",
  ),
  "security.widened": info("More kinds of credentials are accepted."),
  "security.flow.removed": warn(
    "An OAuth flow, URL or scope was removed.",
    "Keep the old URL available, and keep granting the old scope.",
  ),
  "security.flow.added": info("An OAuth flow, URL or scope was added."),

  "keyword.changed": info("Something changed that no exchange shows, such as a style or a default of a response."),
  "format.changed": warn(
    "A string of bytes became a text, or the other way around.",
    "Keep `format: binary`: generated clients choose the type by it.",
  ),
  "discriminator.changed": warn(
    "A discriminator has another property, or a tag stands for another schema.",
    "Keep the old tags: generated clients choose the type by them.",
  ),

  "request.parameter.required": error("A parameter is now required.", "Make it optional."),
  "request.parameter.optional": info("A parameter is now optional."),
  "request.parameter.added": info("An optional parameter was added."),
  "request.parameter.deprecated": info("A parameter is deprecated."),
  "request.parameter.removed": warn(
    "A parameter was removed; the service may ignore it.",
    "If it still has an effect, keep it and mark it as deprecated.",
  ),
  "request.parameter.serialization": error(
    "The serialization of a parameter changed.",
    "Keep `style` and `explode`, or add a parameter with a new name.",
  ),
  "request.body.required": error("A request body is now required.", "Make it optional."),
  "request.body.optional": info("A request body is now optional."),
  "request.body.added": info("An optional request body was added."),
  "request.body.removed": error("A request body was removed.", "Keep accepting it, and ignore it."),
  "request.media-type.removed": error("A media type is no longer accepted.", "Keep it in addition to the new one."),
  "request.media-type.added": info("An additional media type is accepted."),
  "request.type.narrowed": error("A type that was accepted no longer is.", NARROWED),
  "request.values.narrowed": error("An enum value is no longer accepted.", NARROWED),
  "request.bounds.narrowed": error("A limit of a number or a count is stricter.", NARROWED),
  "request.text.narrowed": error("The length, pattern or format of a string is stricter.", NARROWED),
  "request.property.required": error("A property is now required.", "Make it optional."),
  "request.property.refused": error(
    "A property that was accepted is now rejected.",
    "Allow additional properties, or declare the property.",
  ),
  "request.schema.narrowed": error("A schema accepts less than before.", NARROWED),
  "request.schema.undecided": warn("It could not be determined whether a schema accepts less than before.", UNDECIDED),
  "request.schema.widened": info("A schema accepts more than before."),
  "request.property.added": info("An optional property was added."),
  "request.property.deprecated": info("A request property is deprecated."),
  "request.property.removed": warn(
    "A request property was removed; the service may ignore it.",
    "If it still has an effect, keep it and mark it as deprecated.",
  ),
  "request.property.read-only": warn("A property is now read-only.", "Keep accepting it in requests, and ignore it."),
  "request.default.changed": warn(
    "The service takes another value for what a request leaves out.",
    "Keep the old default: clients that send no value rely on it.",
  ),
  "request.values.not-in-enum": warn("A value was removed from an x-extensible-enum.", "Keep listing the value."),
  "request.body.serialization": error(
    "A request body is written in another way, and the service refuses the old one.",
    "Keep the old encoding or the old names in XML.",
  ),
  "request.value.reinterpreted": error(
    "The service reads another value from the same text.",
    "Keep the old serialization, or inform the clients.",
  ),

  "response.status.added": error(
    "A response status was added that existing clients do not know.",
    "Use a status that the old spec documents.",
  ),
  "response.error-status.added": warn(
    "An error status was added that existing clients do not know.",
    "Clients that handle unknown errors by class (4xx, 5xx) are safe.",
  ),
  "response.default.added": info(
    "A response for all other statuses was added, which describes what could come before, too.",
  ),
  "response.status.removed": info("A response status was removed."),
  "response.media-type.removed": error("A response media type was removed.", "Keep it in addition to the new one."),
  "response.media-type.added": warn(
    "A response media type was added that existing clients do not know.",
    "Clients that send an Accept header are safe.",
  ),
  "response.body.removed": error("A response body was removed.", "Keep the body."),
  "response.body.added": warn("A body was added to a response without one.", "Clients that ignore the body are safe."),
  "response.header.optional": error("A required response header is now optional.", "Keep it required."),
  "response.header.added": info("A response header was added."),
  "response.header.removed": info("An optional response header was removed."),
  "response.link.removed": warn("A link of a response was removed.", "Keep the link as long as it works."),
  "response.link.changed": warn(
    "The target or the parameters of a link changed.",
    "Clients are safe as long as the old link still works.",
  ),
  "response.link.added": info("A link was added to a response."),
  ...describeSent("response", "response", "clients"),
  "response.property.write-only": warn("A property is now write-only.", "Keep it in responses."),
  "response.body.serialization": error(
    "A response body is written in another way, which the old spec does not allow.",
    "Keep the old encoding or the old names in XML.",
  ),
  "response.header.serialization": error(
    "A response header is written in another way, which the old spec does not allow.",
    "Keep the old `style`, `explode` and `content`.",
  ),

  "callback.removed": warn("A callback was removed; receivers no longer get it.", "Inform the receivers."),
  "callback.moved": warn(
    "The URL of a callback is taken from another value.",
    "Keep sending to the old URL if only that one is given.",
  ),
  "callback.added": info("A callback was added."),
  "webhook.removed": warn("A webhook was removed; receivers no longer get it.", "Inform the receivers."),
  "webhook.added": info("A webhook was added."),
  "webhook.parameter.optional": error("A required parameter of a delivery is now optional.", "Keep it required."),
  "webhook.parameter.added": info("A parameter was added to a delivery."),
  "webhook.body.removed": error(
    "The body of a delivery was removed or is now optional.",
    "Keep the body, and keep it required.",
  ),
  "webhook.body.added": warn("A body was added to a delivery without one.", "Receivers that ignore the body are safe."),
  "webhook.media-type.added": error(
    "A media type of a delivery was added that existing receivers do not know.",
    "Keep the old media type.",
  ),
  "webhook.media-type.removed": info("A media type of a delivery was removed."),
  ...describeSent("webhook", "delivery", "receivers"),
  "webhook.serialization": error(
    "A delivery is written in another way, which the old spec does not allow.",
    "Keep the old serialization.",
  ),
  "webhook.response.narrowed": error(
    "A response of receivers is no longer accepted.",
    "Keep accepting the responses that receivers send today.",
  ),
  "webhook.response.widened": info("Receivers may send an additional response."),
} as const satisfies Readonly<Record<string, DiffCodeDefinition>>;

export type DiffCode = keyof typeof DIFF_CODES;

export function isDiffCode(code: string): code is DiffCode {
  return Object.hasOwn(DIFF_CODES, code);
}
