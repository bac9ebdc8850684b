import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Contract, type Exchange, loadContract } from "../../src/check/index.js";
import { runMockCommand } from "../../src/cli/actions/mock.js";
import { type Io, UsageError } from "../../src/cli/process/io.js";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";
import { serveForTest } from "../serve.js";
import { BAD_CALLS, type Call, DEFECTS, GOOD_CALLS } from "./calls.js";

/** The mock gives the same examples for every id and filter. */
const EXAMPLES_ONLY = [
  { code: "exchange.filter.ignored", level: "off" },
  { code: "exchange.page.link", level: "off" },
  { code: "exchange.resource.other", level: "off" },
  { code: "exchange.write.lost", level: "off" },
] as const;

describe("the mock of the spec", () => {
  const stop = new AbortController();
  let url = "";
  let contract: Contract;
  let ended: Promise<number>;

  beforeAll(async () => {
    const started = new Promise<string>((resolve, reject) => {
      const io = quietIo({ signal: stop.signal, stdout: (text) => resolve(text.trim()) });
      ended = runMockCommand({ spec: "spec/openapi.yaml", port: 0 }, io);
      ended.catch(reject);
    });
    url = await started;
    contract = loadContract("spec/openapi.yaml", { servers: [url], levels: EXAMPLES_ONLY });
  });
  afterAll(async () => {
    stop.abort();
    expect(await ended).toBe(0);
  });

  test("is called for every operation of the spec", () => {
    const paths = contract.operations.filter(({ kind }) => kind === "path").map(({ id }) => id);
    expect(GOOD_CALLS.map(({ operation }) => operation)).toEqual(expect.arrayContaining(paths));
    expect(paths).toHaveLength(12);
  });

  test.each(GOOD_CALLS)("$operation: $name", async (call) => {
    const { verdict, findings, operation } = contract.check(await send(url, call));
    expect({ verdict, findings, operation: operation?.id }).toEqual({
      verdict: "passed",
      findings: [],
      operation: call.operation,
    });
  });

  test.each(BAD_CALLS)("$operation, badly: $name", async (call) => {
    const exchange = await send(url, call);
    const { verdict, findings, refused } = contract.check(exchange);
    expect({ status: exchange.response.status, verdict, codes: findings.map(({ code }) => code) }).toEqual({
      status: call.status,
      verdict: "passed",
      codes: call.findings ?? [],
    });
    expect(refused.join()).toContain(call.because);
  });

  test.each(DEFECTS)("a defect of Prism: $defect", async ({ call, status, verdict, codes }) => {
    const exchange = await send(url, call);
    const result = contract.check(exchange);
    expect({
      status: exchange.response.status,
      verdict: result.verdict,
      codes: result.findings.map(({ code }) => code),
    }).toEqual({ status, verdict, codes });
  });

  test.each([400, 401, 403, 404, 500])("returns %i on request", async (status) => {
    const call = GOOD_CALLS.find(({ operation }) => operation === "getOrder");
    if (call === undefined) throw new Error("getOrder is not called");
    const exchange = await send(url, { ...call, headers: { ...call.headers, Prefer: `code=${status}` } });
    expect(exchange.response.status).toBe(status);
    expect(contract.check(exchange).verdict).toBe("passed");
  });
});

test("a port in use is a usage error with a message", async () => {
  const port = Number(new URL(await serveForTest(createServer())).port);
  const started = runMockCommand(
    { spec: "spec/openapi.yaml", port },
    quietIo({ signal: new AbortController().signal }),
  );
  await expect(started).rejects.toThrow(UsageError);
  await expect(started).rejects.toThrow(`port ${port}`);
});

async function send(base: string, { method, path, headers, body }: Call): Promise<Exchange> {
  const url = `${base}${path}`;
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return {
    request: {
      method,
      url,
      headers: Object.entries(headers),
      body: body === undefined ? { kind: "none" } : { kind: "text", text: body },
    },
    response: {
      status: response.status,
      headers: [...response.headers],
      body: text === "" ? { kind: "none" } : { kind: "text", text },
    },
    origin: { source: base, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
}

function quietIo(given: Pick<Io, "signal"> & Partial<Io>): Io {
  const silent = (): void => {};
  return { stdout: silent, stderr: silent, stdin: (async function* () {})(), env: {}, isTerminal: false, ...given };
}
