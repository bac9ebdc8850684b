/** The finding about an event that matches no webhook: what is expected where the event differs. */
import { expect, test } from "vitest";
import { createUnknownEventFinding } from "../../../src/check/rules/webhook.js";
import type { Operation } from "../../../src/document/index.js";
import type { Violation } from "../../../src/schema/index.js";

const WEBHOOKS = [{ path: "paid" }, { path: "opened" }, { path: "paid" }] as unknown as readonly Operation[];

const constant = (instance: string, schema: unknown, value: unknown): Violation => ({
  ...{ keyword: "const", pointer: "/a/const", schemaPointer: "/a", params: {} },
  ...{ instance, schema, value },
});

test.each<[failures: readonly Violation[], message: string]>([
  [
    [constant("/type", "paid", "sold"), constant("/type", "opened", "sold"), constant("/kind", "a", "b")],
    '/type of the event is string "sold"; expected "paid" or "opened" (webhooks in the spec: opened, paid)',
  ],
  [
    [constant("/type", "paid", "sold"), constant("/type", "paid", "sold"), constant("/kind", "a", "b")],
    '/type of the event is string "sold"; expected "paid" (webhooks in the spec: opened, paid)',
  ],
  [[constant("", "a", 5)], 'the event is integer 5; expected "a" (webhooks in the spec: opened, paid)'],
  [[], "the event is something else; expected  (webhooks in the spec: opened, paid)"],
])("%j", (failures, message) => {
  const { code, part, ...finding } = createUnknownEventFinding(WEBHOOKS, failures);
  expect({ code, part, message: finding.message }).toEqual({
    code: "webhook.event.unknown",
    part: "request.body",
    message,
  });
});
