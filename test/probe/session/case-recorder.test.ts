/** Which violations by the probe itself are findings if the service accepts them. */
import { expect, test } from "vitest";
import type { Finding } from "../../../src/check/index.js";
import type { Operation } from "../../../src/document/index.js";
import { createCaseRecorder, createInjectedValues } from "../../../src/probe/session/case-recorder.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const contract = createInlineContract({
  "spec.yaml": `${SPEC_START}
  /lenient: { post: { requestBody: { content: { application/json: {} } }, responses: { "200": { description: d } } } }
  /strict: { post: { requestBody: { content: { application/json: {} } }, responses: { "200": { description: d }, "415": { description: d } } } }
`,
});

test.each<[path: string, type: string | undefined, expected: ProbeExchange["expect"], codes: readonly string[]]>([
  ["/lenient", undefined, "open", []],
  ["/strict", undefined, "open", ["response.status.invalid-accepted"]],
  ["/lenient", "text/plain", "refused", ["response.status.invalid-accepted"]],
])("%s with the type %s: %s", (path, type, expected, codes) => {
  const headers = type === undefined ? [] : [["Content-Type", type] as const];
  const exchange = createExchange({
    ...{ method: "POST", url: `https://a.example${path}`, status: 200, responseHeaders: [] },
    ...{ headers, body: "{}" },
  });
  const operation = contract.operations.find((it) => it.path === path) as Operation;
  const probeExchange = new ProbeExchange({
    ...{ document: contract.document, operation, exchange },
    request: { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: type ?? "", text: "{}" } },
    expect: expected,
    edit: { part: "content-type", at: "", contract: "/paths", what: "w" },
  });
  expect(record("negatives/a", probeExchange).map(({ code }) => code)).toEqual(codes);
});

function record(caseId: string, probeExchange: ProbeExchange): Finding[] {
  const found: Finding[] = [];
  createCaseRecorder({
    ...{ contract, levels: [], injected: createInjectedValues(), command: (id) => id },
    onExchange: (_, { findings }) => found.push(...findings),
  }).record(caseId, [{ probeExchange, checkFindings: [] }]);
  return found;
}

test.each([
  [500, ["exchange.request.failed", ["response.status.undocumented"]]],
  [404, ["response.status.undocumented", undefined]],
])("an undocumented %d of a request that no rule checks is one finding: %j", (status, expected) => {
  const request = { path: {}, query: {}, header: {}, cookie: {} };
  const exchange = createExchange({ method: "POST", url: "https://a.example/lenient", status, responseHeaders: [] });
  const operation = contract.operations.find(({ path }) => path === "/lenient") as Operation;
  const found = record("stateful/a", new ProbeExchange({ document: contract.document, operation, exchange, request }));
  const { code, consequences } = found[0] as Finding;
  expect([found.length, code, consequences?.map((it) => it.code)]).toEqual([1, ...expected]);
});
