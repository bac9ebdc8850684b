/** Bodies that a recording lacks, or may lack: what is checked, what is reported, and what fails. */
import { expect, test } from "vitest";
import type { RecordedBody } from "../../../src/recording/index.js";
import { createExchange, createSmallContract } from "../inline-contract.js";

const silent = createSmallContract('{ operationId: a, responses: { "202": { description: d } } }');
const documented = createSmallContract(
  '{ operationId: a, responses: { "202": { description: d, content: { text/plain: { schema: { type: string } } } } } }',
);

const none: RecordedBody = { kind: "none" };
const missing: RecordedBody = { kind: "missing", reason: "there is no text" };
const typed = [["Content-Type", "text/html"]] as const;
const notLogged = { notLogged: ["response.body"] } as const;

test.each([
  ["a body that is not recorded and not documented", silent, missing, [], notLogged, "passed", ["undocumented"], []],
  ["perhaps a body that is not documented", silent, none, [], notLogged, "passed", [], []],
  ["perhaps a body, with a type", silent, none, typed, notLogged, "passed", [], []],
  ["no body", documented, none, [], {}, "failed", ["missing"], []],
  ["perhaps a body", documented, none, [], notLogged, "partial", [], ["response bodies"]],
  ["perhaps a body of another type", documented, none, typed, notLogged, "failed", ["type"], ["response bodies"]],
  ["a body that is not recorded", documented, missing, [], notLogged, "failed", ["no type"], ["response bodies"]],
  ["a body that cannot be read", documented, missing, [], {}, "failed", ["no type"], []],
] as const)("%s", (_, contract, body, responseHeaders, more, verdict, codes, unchecked) => {
  const exchange = createExchange({ status: 202, responseHeaders });
  const result = contract.check({ ...exchange, ...more, response: { ...exchange.response, body } });
  expect(result.verdict).toBe(verdict);
  expect(result.findings.map(({ code }) => code)).toEqual(codes.map((it) => CODES[it]));
  expect(result.notLogged ?? []).toEqual(unchecked);
});

const CODES = {
  undocumented: "response.body.undocumented",
  missing: "response.body.missing",
  type: "response.content-type.undocumented",
  "no type": "response.content-type.missing",
};
