import type { Operation, Pointer } from "../../document/index.js";
import { redactText } from "../../exchange/index.js";
import { describeViolation, toPrintable, type Violation } from "../../schema/index.js";
import type { CheckFinding } from "../check.js";

/** `webhook.event.unknown`: the discriminating values (`const`, `enum`) of an event match no webhook. */
export function createUnknownEventFinding(
  webhooks: readonly Operation[],
  failures: readonly Violation[],
  at: Pointer = failures[0]?.instance ?? "",
): CheckFinding {
  const descriptions = failures.filter(({ instance }) => instance === at).map(describeViolation);
  const expected = [...new Set(descriptions.map((it) => it.expected))];
  const got = redactText(descriptions[0]?.actual ?? "something else");
  const names = [...new Set(webhooks.map(({ path }) => path))].sort();
  const where = at === "" ? "the event" : `${toPrintable(at)} of the event`;
  return {
    code: "webhook.event.unknown",
    message: `${where} is ${got}; expected ${expected.join(" or ")} (webhooks in the spec: ${names.join(", ")})`,
    part: "request.body",
    at,
    contract: "/webhooks",
    valueClass: got === "nothing" ? "missing" : "unknown",
    occurrences: 1,
  };
}

/** `webhook.event.unknown` for an event whose recording names its webhook. */
export function createUnknownWebhookFinding(webhooks: readonly Operation[], name: string): CheckFinding {
  const names = [...new Set(webhooks.map(({ path }) => path))].sort();
  return {
    code: "webhook.event.unknown",
    message: `the spec has no webhook ${redactText(toPrintable(name))}; it has ${names.join(", ")}`,
    part: "request.body",
    at: "",
    contract: "/webhooks",
    valueClass: "unknown name",
    occurrences: 1,
  };
}
