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
  name: "request",
  sender: "old",
  direction: "request",
  breaking: {
    type: "request.type.narrowed",
    values: "request.values.narrowed",
    bounds: "request.bounds.narrowed",
    text: "request.text.narrowed",
    required: "request.property.required",
    refused: "request.property.refused",
    schema: "request.schema.narrowed",
  },
  undecided: "request.schema.undecided",
  serialization: "request.body.serialization",
  reinterpreted: "request.value.reinterpreted",
  compatible: "request.schema.widened",
  added: "request.property.added",
  removed: "request.property.removed",
  deprecated: "request.property.deprecated",
  enumChanged: "request.values.not-in-enum",
  defaultChanged: "request.default.changed",
  directionKeyword: { keyword: "readOnly", code: "request.property.read-only" },
};

/** Old clients must understand the responses of the new service. */
export const RESPONSE_FLOW: MessageFlow = {
  ...createSentFlow("response"),
  direction: "response",
  serialization: "response.body.serialization",
  directionKeyword: { keyword: "writeOnly", code: "response.property.write-only" },
};

/** Old receivers must understand the deliveries of the new service. */
export const WEBHOOK_REQUEST_FLOW: MessageFlow = {
  ...createSentFlow("webhook"),
  direction: "response",
  serialization: "webhook.serialization",
};

/** What the new service sends, and old clients or receivers must understand. */
function createSentFlow<Name extends "response" | "webhook">(name: Name) {
  return {
    name,
    sender: "new",
    breaking: {
      type: `${name}.type.widened`,
      values: `${name}.values.widened`,
      bounds: `${name}.bounds.widened`,
      text: `${name}.text.widened`,
      required: `${name}.property.optional`,
      refused: `${name}.property.refused`,
      schema: `${name}.schema.widened`,
    },
    undecided: `${name}.schema.undecided`,
    reinterpreted: `${name}.value.reinterpreted`,
    compatible: `${name}.schema.narrowed`,
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
