import { runMockCommand } from "../../../src/cli/actions/mock.js";
import { loadDocument } from "../../../src/document/index.js";
import { type Exchange, type HeaderField, recordFetch, redactSecrets, writeHar } from "../../../src/recording/index.js";
import { type ExampleCall, listExampleCalls } from "./example-calls.js";
import { createStartTime } from "./example-recording.js";

/** Sends valid and invalid calls to the mock and records them in a HAR that is the same on every run. */
export async function createMockRecording(spec: string): Promise<string> {
  const calls = listExampleCalls(loadDocument(spec)).filter(({ response }) => response.status < 300);
  const stop = new AbortController();
  const listening = new Promise<string>((resolve, reject) => {
    const io = {
      stdout: resolve,
      stderr: () => {},
      stdin: emptyStream(),
      env: {},
      signal: stop.signal,
      isTerminal: false,
    };
    runMockCommand({ spec, port: 0 }, io).catch(reject);
  });
  try {
    const base = (await listening).trim();
    const exchanges: Exchange[] = [];
    for (const call of [...calls, ...createBadCalls(calls)])
      exchanges.push(await recordCall(call, base, exchanges.length));
    return writeHar(
      exchanges.map((it) => redactSecrets(it)),
      { startedAt: createStartTime(0) },
    );
  } finally {
    stop.abort();
  }
}

/** Sends a call to the mock and records it with the URL of the service. */
async function recordCall(call: ExampleCall, base: string, index: number): Promise<Exchange> {
  const { method, url, headers, body, response } = call;
  const { pathname, search } = new URL(url);
  const send = async (request: Request): Promise<Response> => {
    const sentHeaders = new Headers(request.headers);
    if (response.status < 300) sentHeaders.set("Prefer", `code=${response.status}, example=${response.name}`);
    const sent = await request.arrayBuffer();
    return fetch(base + pathname + search, {
      method,
      headers: sentHeaders,
      ...(sent.byteLength === 0 ? {} : { body: sent }),
    });
  };
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body === undefined ? {} : { body }),
  });
  const { exchange } = await recordFetch(send, request, { source: "mock", index, startedAt: createStartTime(index) });
  const stableHeaders = exchange.response.headers.filter(([name]) => !VOLATILE_HEADERS.has(name));
  return { ...exchange, response: { ...exchange.response, headers: stableHeaders } };
}

/** Creates calls that are one edit away from a valid one and must be rejected. */
function createBadCalls(validCalls: readonly ExampleCall[]): readonly ExampleCall[] {
  const createRejected = (
    id: string,
    edit: Partial<ExampleCall> | ((call: ExampleCall) => Partial<ExampleCall>),
  ): ExampleCall => {
    const call = validCalls.find(({ operation }) => operation.id === id);
    if (call === undefined) throw new Error(`the spec has no example call of ${id}`);
    return {
      ...call,
      ...(typeof edit === "function" ? edit(call) : edit),
      response: { ...call.response, status: 400 },
    };
  };
  const ids = [...new Set(validCalls.map(({ operation }) => operation.id))];
  return [
    ...ids.filter((id) => id !== "createToken").map((id) => createRejected(id, removeHeader("Authorization"))),
    ...["createToken", "listOrders", "getOrder", "createHook"].map((id) =>
      createRejected(id, removeHeader("Api-Version")),
    ),
    ...["recordOrder", "updateOrder"].map((id) => createRejected(id, removeHeader("Service-Request-Id"))),
    createRejected("listOrders", ({ url }) => ({ url: url.replace("limit=10", "limit=0") })),
    createRejected("listTransactions", ({ url }) => ({ url: url.replace(/startAt=[^&]*/, "startAt=yesterday") })),
    createRejected("getOrder", ({ headers }) => ({
      headers: headers.map(([name, value]) => [name, name === "Api-Version" ? "1.1" : value]),
    })),
    createRejected("createToken", { body: "grantType=PASSWORD&username=ada" }),
    createRejected("createHook", { body: '{"deliveryUrl":5}' }),
    createRejected("recordOrder", { body: '{"items":{}}' }),
    createRejected("updateOrder", { body: '[{"op":"move","from":"/items/0","path":"/items/1"}]' }),
    createRejected("updateOrder", { body: '[{"op":"replace"' }),
  ];
}

function removeHeader(header: string): (call: ExampleCall) => Partial<ExampleCall> {
  return ({ headers }) => ({ headers: headers.filter(([name]) => name !== header) });
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

// These headers change with every run.
const VOLATILE_HEADERS: ReadonlySet<HeaderField[0]> = new Set(["date", "connection", "keep-alive"]);
