/** Which violations by the probe itself are findings if the service accepts them. */
import { expect, test } from "vitest";
import type { Operation } from "../../../src/document/index.js";
import { createCaseRecorder, createInjectedValues } from "../../../src/probe/session/case-recorder.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { createExchange, createInlineContract } from "../../check/inline-contract.js";

const contract = createInlineContract({
  "spec.yaml": `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
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
  const found: string[] = [];
  const probeExchange = new ProbeExchange({
    ...{ document: contract.document, operation, exchange },
    request: { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: type ?? "", text: "{}" } },
    expect: expected,
    edit: { part: "content-type", at: "", contract: "/paths", what: "w" },
  });
  createCaseRecorder({
    ...{ contract, levels: [], injected: createInjectedValues(), command: (id) => id },
    onExchange: (_, { findings }) => found.push(...findings.map(({ code }) => code)),
  }).record("negatives/a", [{ probeExchange, checkFindings: [] }]);
  expect(found).toEqual(codes);
});
