import type { JsonObject } from "../../document/index.js";
import type { DeliveryFaultRule } from "../deliveries/delivery-faults.js";
import {
  checkMembers,
  checkUnknownMembers,
  createIntegerRule,
  FREQUENCY_MEMBERS,
  type MemberRule,
  TEXT,
  TRUE,
} from "./fault-rule.js";

export type DeliveryFaultReading =
  | { readonly kind: "rule"; readonly rule: Omit<DeliveryFaultRule, "id"> }
  | { readonly kind: "refused"; readonly reason: string };

/** Parses a posted rule for deliveries. Refuses invalid rules; the reason says what is accepted. */
export function readDeliveryFaultRule(value: JsonObject): DeliveryFaultReading {
  const { match = {}, do: action } = value;
  const problem =
    checkUnknownMembers("the rule", value, ["on", "match", "do"]) ??
    checkMembers("match", match, MATCH_MEMBERS) ??
    checkMembers("do", action, ACTION_MEMBERS) ??
    checkSingle(action as object);
  if (problem !== undefined) return { kind: "refused", reason: problem };
  return { kind: "rule", rule: { on: "deliveries", match, do: action } as Omit<DeliveryFaultRule, "id"> };
}

const MATCH_MEMBERS: Readonly<Record<string, MemberRule>> = {
  eventType: TEXT,
  hookId: TEXT,
  businessId: TEXT,
  orderId: TEXT,
  attempt: createIntegerRule(1, 1000),
  ...FREQUENCY_MEMBERS,
};

const SIGNATURES: readonly unknown[] = ["wrong", "old", "missing"];

/** 30 days, as long as deliveries are kept. */
const MAX_DELAY = 30 * 86_400_000;

const ACTION_MEMBERS: Readonly<Record<string, MemberRule>> = {
  drop: TRUE,
  dropResponse: TRUE,
  duplicate: createIntegerRule(1, 10),
  delay: createIntegerRule(1, MAX_DELAY),
  reorder: TRUE,
  truncate: createIntegerRule(0, 1_000_000),
  signature: { accepts: (value) => SIGNATURES.includes(value), expected: `one of ${SIGNATURES.join(", ")}` },
};

function checkSingle(action: object): string | undefined {
  const given = Object.keys(action);
  if (given.length === 1) return undefined;
  const names = Object.keys(ACTION_MEMBERS).join(", ");
  return given.length === 0
    ? `\`do\` must have one of ${names}`
    : `\`do\` has ${given.join(" and ")}, but a delivery can go wrong in one way only; pass one of them`;
}
