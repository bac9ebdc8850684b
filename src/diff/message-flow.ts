import type { MessageDirection } from "../schema/index.js";
import type { DiffCode } from "./codes.js";
import type { ContainmentViolationKind } from "./containment/prover.js";

/** A direction of messages between service and client. The receiver must understand what the sender may send. */
export type MessageFlow = {
  readonly name: "request" | "response" | "webhook" | "webhook-response";
  /** The spec that describes what is sent; the other one describes what is accepted. */
  readonly sender: "old" | "new";
  readonly direction: MessageDirection;
  /** The codes by the kind of keyword. A kind without one has that of `schema`. */
  readonly breaking: Readonly<Partial<Record<ContainmentViolationKind, DiffCode>>> & { readonly schema: DiffCode };
  readonly undecided: DiffCode;
  /** The code for a body whose text the receiver refuses, although it accepts the value. */
  readonly serialization: DiffCode;
  /** The code for a text that the receiver reads as another value. */
  readonly reinterpreted: DiffCode;
  /** The code for the opposite, compatible change. */
  readonly compatible: DiffCode;
  readonly added?: DiffCode;
  readonly removed?: DiffCode;
  readonly deprecated?: DiffCode;
  readonly enumChanged?: DiffCode;
  /** The code for another default, by which the receiver fills in what is not sent. */
  readonly defaultChanged?: DiffCode;
  /** The keyword that excludes a property from this direction, and the code for adding it. */
  readonly directionKeyword?: { readonly keyword: "readOnly" | "writeOnly"; readonly code: DiffCode };
};

/** The new service must accept what old clients send. */
export const REQUEST_FLOW: MessageFlow = {
  ...createFlow("request", "narrowed", "required"),
  sender: "old",
  direction: "request",
  serialization: "request.body.serialization",
  compatible: "request.schema.widened",
  defaultChanged: "request.default.changed",
  directionKeyword: { keyword: "readOnly", code: "request.property.read-only" },
};

/** Old clients must understand the responses of the new service. */
export const RESPONSE_FLOW: MessageFlow = {
  ...createFlow("response", "widened", "optional"),
  sender: "new",
  direction: "response",
  serialization: "response.body.serialization",
  compatible: "response.schema.narrowed",
  directionKeyword: { keyword: "writeOnly", code: "response.property.write-only" },
};

/** Old receivers must understand the deliveries of the new service. */
export const WEBHOOK_REQUEST_FLOW: MessageFlow = {
  ...createFlow("webhook", "widened", "optional"),
  sender: "new",
  direction: "response",
  serialization: "webhook.serialization",
  compatible: "webhook.schema.narrowed",
};

/** The codes of a message by what breaks its receiver: that a schema is narrowed or widened, and a property required or optional. */
function createFlow<
  Name extends "request" | "response" | "webhook",
  Change extends "narrowed" | "widened",
  Presence extends "required" | "optional",
>(name: Name, change: Change, presence: Presence) {
  return {
    name,
    breaking: {
      type: `${name}.type.${change}`,
      values: `${name}.values.${change}`,
      bounds: `${name}.bounds.${change}`,
      text: `${name}.text.${change}`,
      required: `${name}.property.${presence}`,
      refused: `${name}.property.refused`,
      schema: `${name}.schema.${change}`,
    },
    undecided: `${name}.schema.undecided`,
    reinterpreted: `${name}.value.reinterpreted`,
    added: `${name}.property.added`,
    removed: `${name}.property.removed`,
    deprecated: `${name}.property.deprecated`,
    enumChanged: `${name}.values.not-in-enum`,
  } as const;
}

/** The new service must accept the responses of old receivers. */
export const WEBHOOK_RESPONSE_FLOW: MessageFlow = {
  name: "webhook-response",
  sender: "old",
  direction: "request",
  breaking: { schema: "webhook.response.narrowed" },
  undecided: "webhook.schema.undecided",
  serialization: "webhook.response.narrowed",
  reinterpreted: "webhook.value.reinterpreted",
  compatible: "webhook.response.widened",
};
