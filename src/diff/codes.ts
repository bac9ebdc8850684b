/** `error`: breaks somebody who kept the old contract. `warn`: may break, or cannot be told. `info`: compatible. */
export type DiffLevel = "error" | "warn" | "info";

export type DiffCodeDefinition = {
  readonly level: DiffLevel;
  /** One line for a list. */
  readonly title: string;
  /** What would have been compatible, or what to do. */
  readonly advice: string;
};

const NARROWED = "What old clients may send has to stay accepted: keep it as it was, or make it wider.";
const WIDENED =
  "What new answers may hold has to be understood by old clients: keep it as it was, or make it narrower.";
const DELIVERY_WIDENED =
  "What new deliveries may hold has to be understood by old receivers: keep it as it was, or make it narrower.";
const NO_ACTION = "Nothing has to be done.";
const UNDECIDED = "Look at the place: neither a proof nor a value that shows the contrary was found.";

const error = (title: string, advice: string): DiffCodeDefinition => ({ level: "error", title, advice });
const warn = (title: string, advice: string): DiffCodeDefinition => ({ level: "warn", title, advice });
const info = (title: string, advice = NO_ACTION): DiffCodeDefinition => ({ level: "info", title, advice });

/** Every code a difference between two descriptions can have. Codes are public and do not change; messages may. */
export const DIFF_CODES = {
  "operation.removed": error(
    "An operation is gone.",
    "Keep it, deprecated, until nobody calls it; deprecation alone is no permission.",
  ),
  "operation.added": info("There is a new operation."),
  "operation.deprecated": info("An operation is deprecated."),
  "operation.renamed": info("An operation has another operationId; generated clients will call it by that."),
  "server.removed": error("A base URL is gone.", "Keep the old server beside the new one."),
  "server.added": info("There is a new base URL."),
  "security.narrowed": error(
    "Credentials that were enough no longer are.",
    "Keep the old alternative, or ask for fewer scopes.",
  ),
  "security.widened": info("Other credentials are accepted too."),
  "security.flow.removed": warn(
    "A flow of OAuth, one of its addresses or one of its scopes is gone.",
    "Keep answering at the old address, and granting the old scope.",
  ),
  "security.flow.added": info("OAuth has another flow, address or scope."),

  "request.parameter.required": error("A parameter has to be sent now.", "Make it optional."),
  "request.parameter.optional": info("A parameter need not be sent any more."),
  "request.parameter.added": info("There is a new optional parameter."),
  "request.parameter.deprecated": info("A parameter is deprecated."),
  "request.parameter.removed": warn(
    "A parameter is no longer known, so it is sent in vain.",
    "Keep it, deprecated, if it still does something.",
  ),
  "request.parameter.serialization": error(
    "A parameter is written in another way.",
    "Keep style and explode, or give the parameter a new name.",
  ),
  "request.body.required": error("A body has to be sent now.", "Make it optional."),
  "request.body.optional": info("A body need not be sent any more."),
  "request.body.added": info("A body may be sent now."),
  "request.body.removed": error("A body is no longer expected.", "Keep it accepted, and ignore it."),
  "request.media-type.removed": error("A media type is no longer accepted.", "Keep it beside the new one."),
  "request.media-type.added": info("Another media type is accepted too."),
  "request.type.narrowed": error("A type that was accepted no longer is.", NARROWED),
  "request.values.narrowed": error("A listed value is no longer accepted.", NARROWED),
  "request.bounds.narrowed": error("A bound of a number or a count is tighter.", NARROWED),
  "request.text.narrowed": error("Length, pattern or format of a text is tighter.", NARROWED),
  "request.property.required": error("A property has to be sent now.", "Make it optional."),
  "request.property.refused": error(
    "A property that could be sent is refused now.",
    "Leave the object open, or name the property.",
  ),
  "request.schema.narrowed": error("A schema accepts less than it did.", NARROWED),
  "request.schema.undecided": warn("Whether a schema still accepts all that it did cannot be told.", UNDECIDED),
  "request.schema.widened": info("A schema accepts more than it did."),
  "request.property.added": info("There is a new optional property."),
  "request.property.deprecated": info("A property of requests is deprecated."),
  "request.property.removed": warn(
    "A property is no longer known, so it is sent in vain.",
    "Keep it, deprecated, if it still does something.",
  ),
  "request.property.read-only": warn("A property may only be read now.", "Let it be sent, and ignore it."),
  "request.values.not-in-enum": warn("A value is gone from an open enumeration.", "Keep listing the value."),

  "response.status.added": error(
    "An answer may have a status that old clients do not know of.",
    "Answer with a status that the old description has.",
  ),
  "response.error-status.added": warn(
    "An error may have a status that old clients do not know of.",
    "Clients that treat unknown errors by their class are safe.",
  ),
  "response.status.removed": info("An answer no longer has a status."),
  "response.media-type.removed": error(
    "A media type that clients could ask for is gone.",
    "Keep it beside the new one.",
  ),
  "response.media-type.added": warn(
    "An answer may be of a media type that old clients do not know.",
    "Clients that name what they accept are safe.",
  ),
  "response.body.removed": error("An answer no longer has a body.", "Keep the body."),
  "response.body.added": warn("An answer without a body may have one now.", "Clients that do not look are safe."),
  "response.header.optional": error("A header that was promised may be missing.", "Keep it required."),
  "response.header.added": info("An answer has another header."),
  "response.header.removed": info("An optional header is gone."),
  "response.link.removed": warn(
    "A link is gone: what an answer holds is no longer said to lead on.",
    "Keep the link for as long as what it says is so.",
  ),
  "response.link.changed": warn(
    "A link leads elsewhere, or with other values.",
    "Clients that follow the old link are safe where it still leads there.",
  ),
  "response.link.added": info("An answer has another link."),
  "response.type.widened": error("A value of an answer may have a type that it never had.", WIDENED),
  "response.values.widened": error(
    "An answer may hold a value that was not listed.",
    `${WIDENED} Values that may grow are best an x-extensible-enum.`,
  ),
  "response.bounds.widened": error("A number or a count of an answer may be beyond its old bound.", WIDENED),
  "response.text.widened": error("A text of an answer may break its old length, pattern or format.", WIDENED),
  "response.property.optional": error("A property that was promised may be missing.", "Keep it required."),
  "response.property.refused": error(
    "An answer may have a property that the old description refused.",
    "Objects that may grow are best left open.",
  ),
  "response.schema.widened": error("An answer may hold what the old schema refused.", WIDENED),
  "response.schema.undecided": warn("Whether answers still fit the old schema cannot be told.", UNDECIDED),
  "response.schema.narrowed": info("Answers are narrower than they were."),
  "response.property.added": info("Answers have a new property."),
  "response.property.deprecated": info("A property of answers is deprecated."),
  "response.property.removed": info("An optional property of answers is no longer known."),
  "response.property.write-only": warn("A property may only be written now.", "Keep answering it."),
  "response.values.not-in-enum": warn(
    "An open enumeration lists a new value.",
    "Clients that keep to the rule of open enumerations are safe.",
  ),

  "callback.removed": warn("A callback is gone; who asked for it waits in vain.", "Tell the receivers."),
  "callback.moved": warn(
    "A callback is sent to an address that is given elsewhere.",
    "Keep sending to the old address where only that is given.",
  ),
  "callback.added": info("There is a new callback."),
  "webhook.removed": warn("A webhook is gone; receivers wait in vain.", "Tell the receivers."),
  "webhook.added": info("There is a new webhook."),
  "webhook.parameter.optional": error(
    "A parameter that was promised to receivers may be missing.",
    "Keep it required.",
  ),
  "webhook.parameter.added": info("A delivery has another parameter."),
  "webhook.body.removed": error("A delivery may come without its body.", "Keep the body, and keep it required."),
  "webhook.body.added": warn("A delivery without a body may have one now.", "Receivers that do not look are safe."),
  "webhook.media-type.added": error(
    "A delivery may be of a media type that old receivers do not know.",
    "Keep the old media type.",
  ),
  "webhook.media-type.removed": info("A delivery is no longer of a media type."),
  "webhook.type.widened": error("A value of a delivery may have a type that it never had.", DELIVERY_WIDENED),
  "webhook.values.widened": error("A delivery may hold a value that was not listed.", DELIVERY_WIDENED),
  "webhook.bounds.widened": error("A number or a count of a delivery may be beyond its old bound.", DELIVERY_WIDENED),
  "webhook.text.widened": error("A text of a delivery may break its old length, pattern or format.", DELIVERY_WIDENED),
  "webhook.property.optional": error("A property that was promised to receivers may be missing.", "Keep it required."),
  "webhook.property.refused": error(
    "A delivery may have a property that the old description refused.",
    "Objects that may grow are best left open.",
  ),
  "webhook.schema.widened": error("A delivery may hold what the old schema refused.", DELIVERY_WIDENED),
  "webhook.schema.undecided": warn("Whether deliveries still fit the old schema cannot be told.", UNDECIDED),
  "webhook.schema.narrowed": info("Deliveries are narrower than they were."),
  "webhook.property.added": info("Deliveries have a new property."),
  "webhook.property.deprecated": info("A property of deliveries is deprecated."),
  "webhook.property.removed": info("An optional property of deliveries is no longer known."),
  "webhook.values.not-in-enum": warn(
    "An open enumeration of a delivery lists a new value.",
    "Receivers that keep to the rule of open enumerations are safe.",
  ),
  "webhook.response.narrowed": error(
    "An answer that receivers give is no longer accepted.",
    "Keep accepting what receivers answer today.",
  ),
  "webhook.response.widened": info("Receivers may answer in another way too."),
} as const satisfies Readonly<Record<string, DiffCodeDefinition>>;

export type DiffCode = keyof typeof DIFF_CODES;

export function isDiffCode(code: string): code is DiffCode {
  return Object.hasOwn(DIFF_CODES, code);
}
