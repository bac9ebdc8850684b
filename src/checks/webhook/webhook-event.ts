import type { Operation, Pointer } from "../../document/index.js";
import { redactText } from "../../exchange/index.js";
import { describeViolation, toPrintable, type Violation } from "../../schema/index.js";
import type { CheckFinding } from "../check.js";

/** `webhook.event.unknown`: an event whose tags (`const`, `enum`) are those of no webhook. */
export function createUnknownEventFinding(
  webhooks: readonly Operation[],
  failures: readonly Violation[],
  at: Pointer = failures[0]?.instance ?? "",
): CheckFinding {
  const words = failures.filter(({ instance }) => instance === at).map(describeViolation);
  const expected = [...new Set(words.map((it) => it.expected))];
  const got = redactText(words[0]?.actual ?? "something else");
  const names = [...new Set(webhooks.map(({ path }) => path))].sort();
  const where = at === "" ? "the event" : `${toPrintable(at)} of the event`;
  return {
    code: "webhook.event.unknown",
    message: `${where} is ${got}; expected ${expected.join(" or ")}, for the contract has the webhooks ${names.join(", ")}`,
    part: "request.body",
    at,
    contract: "/webhooks",
    valueClass: "unknown",
    occurrences: 1,
  };
}

/** The same of an event that its recording names. */
export function createUnknownWebhookFinding(webhooks: readonly Operation[], name: string): CheckFinding {
  const names = [...new Set(webhooks.map(({ path }) => path))].sort();
  return {
    code: "webhook.event.unknown",
    message: `the contract has no webhook ${redactText(toPrintable(name))}; it has ${names.join(", ")}`,
    part: "request.body",
    at: "",
    contract: "/webhooks",
    valueClass: "unknown name",
    occurrences: 1,
  };
}
