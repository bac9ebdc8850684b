import { expect, test } from "vitest";
import { findRenamedCode } from "../../src/checks/index.js";
import { DIFF_EXPLANATIONS, FINDING_EXPLANATIONS, SPEC_EXPLANATIONS } from "../../src/report/codes/explanations.js";

const CODES = [...FINDING_EXPLANATIONS, ...SPEC_EXPLANATIONS, ...DIFF_EXPLANATIONS].map(({ code }) => code);

test.each([
  ["request.query.unlisted", "request.query.not-in-enum"],
  ["response.body.unlisted", "response.body.not-in-enum"],
  ["webhook.values.unlisted", "webhook.values.not-in-enum"],
  ["exchange.answer.missing", "exchange.response.missing"],
  ["webhook.answer.narrowed", "webhook.response.narrowed"],
  ["webhook.answer.widened", "webhook.response.widened"],
  ["spec.default.unfit", "spec.default.invalid"],
  ["spec.example.unfit", "spec.example.invalid"],
  ["spec.server.default-unlisted", "spec.server.default-not-in-enum"],
  ["spec.parameter.undescribed", "spec.parameter.schema-missing"],
  ["spec.schema.endless", "spec.schema.infinite-recursion"],
  ["spec.schema.read-otherwise", "spec.schema.reinterpreted"],
  ["spec.response.body-impossible", "spec.response.body-not-allowed"],
])("%s is now %s", (old, now) => {
  expect(findRenamedCode(old)).toBe(now);
  expect(CODES).toContain(now);
});

test("a code of today is not renamed", () => {
  expect(CODES.filter((code) => findRenamedCode(code) !== undefined)).toEqual([]);
});
