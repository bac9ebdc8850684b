/** Tests of the exchanges that each kind of middleware records. */
import { createServer, request as nodeRequest } from "node:http";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";
import {
  createCheckedInterceptor,
  createCheckedRequest,
  createServerMiddleware,
  type ExchangeCollector,
} from "../../src/testing/index.js";
import { serveForTest } from "../serve.js";

/** Starts a server that sends two cookies and a response in two chunks, and records its own exchanges. */
async function startServer(): Promise<{ readonly url: string; readonly inside: ExchangeCollector }> {
  const inside = createServerMiddleware();
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    inside.middleware(incoming, outgoing, () => {
      incoming.resume().on("end", () => {
        outgoing.statusCode = 418;
        outgoing.sendDate = false;
        outgoing.setHeader("Set-Cookie", ["a=1", "b=2"]).setHeader("Content-Length", 6);
        if (incoming.url === "/empty") outgoing.setHeader("Content-Length", 0).end();
        else {
          outgoing.write("6162", "hex");
          outgoing.end(Buffer.from("cdef"));
        }
      });
    });
  });
  return { url: await serveForTest(server), inside };
}

const COOKIES = [
  ["set-cookie", "a=1"],
  ["set-cookie", "b=2"],
] as const;
const bytes = (text: string) => ({ kind: "bytes", bytes: Buffer.from(text) });

/** Removes the headers that Node and undici add. */
function summarizeExchanges({ exchanges }: ExchangeCollector) {
  const own = /^(host|connection|keep-alive|transfer-encoding)$/i;
  return exchanges.map(({ request, response: responded, origin }) => ({
    request: { ...request, headers: request.headers.filter(([name]) => !own.test(name)) },
    response: {
      ...responded,
      headers: responded.headers
        .filter(([name]) => !own.test(name))
        .map(([name, value]) => [name.toLowerCase(), value]),
    },
    origin,
  }));
}

/** The expected exchanges: a PUT with a body and a GET without; the header X-List has two values. */
function twoExchanges(source: string, put: object, headers: readonly (readonly [string, string])[]) {
  return [
    {
      request: { method: "PUT", url: `${source}/full?q=1`, headers, body: put },
      response: { status: 418, headers: [...COOKIES, ["content-length", "6"]], body: bytes("abcdef") },
      origin: { source, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    },
    {
      request: { method: "GET", url: `${source}/empty`, headers: [], body: { kind: "none" } },
      response: { status: 418, headers: [...COOKIES, ["content-length", "0"]], body: { kind: "none" } },
      origin: { source, index: 1, pointer: "", parts: EXCHANGE_PART_POINTERS },
    },
  ];
}

const LIST = [
  ["x-list", "1"],
  ["x-list", "2"],
  ["content-length", "4"],
] as const;

test("request of node:http, and the server", async () => {
  const { url, inside } = await startServer();
  const checked = createCheckedRequest(nodeRequest);
  const done = (path: string, method: string, parts: readonly (string | Uint8Array)[]) =>
    new Promise<void>((over, failed) => {
      const headers = parts.length === 0 ? {} : { "X-List": ["1", "2"], "Content-Length": 4 };
      const outgoing = checked.request(url + path, { method, headers, agent: false }, (incoming) => {
        incoming.resume().on("end", () => over());
      });
      outgoing.on("error", failed);
      for (const part of parts) outgoing.write(part);
      outgoing.end();
    });
  await done("/full?q=1", "PUT", ["\u00fc", new Uint8Array([0x21, 0x21])]);
  await done("/empty", "GET", []);
  expect(summarizeExchanges(checked)).toEqual(twoExchanges(url, bytes("\u00fc!!"), LIST));
  // The server receives header names with their original case.
  const asWritten = LIST.map(
    ([name, value]) => [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), value] as const,
  );
  expect(summarizeExchanges(inside)).toEqual(twoExchanges(url, bytes("\u00fc!!"), asWritten));
});

test("a request without a Host header is recorded with the known part of its URL", async () => {
  const { url } = await startServer();
  const checked = createCheckedRequest(nodeRequest);
  await new Promise((over) =>
    checked.request(`${url}/empty`, { setHost: false }, (it) => it.resume().on("end", over)).end(),
  );
  expect(checked.exchanges.map((it) => [it.request.url, it.origin.source])).toEqual([["http:///empty", "http://"]]);
});

test.each<[string, unknown, object]>([
  ["text", "\u00fc!!", { kind: "text", text: "\u00fc!!" }],
  ["bytes", Buffer.from("\u00fc!!"), bytes("\u00fc!!")],
  ["an empty text", "", { kind: "none" }],
  ["no bytes", Buffer.alloc(0), { kind: "none" }],
  ["null", null, { kind: "none" }],
  [
    "what comes bit by bit",
    [Buffer.from("abcd")],
    { kind: "missing", reason: "the body was sent as a stream or a form" },
  ],
])("undici, sending %s", async (_, body, kept) => {
  const { url } = await startServer();
  const checked = createCheckedInterceptor();
  const agent = new Agent().compose(checked.interceptor);
  onTestFinished(() => agent.close());
  const given = { dispatcher: agent, headers: { "x-list": ["1", "2"] } };
  const sent = await request(`${url}/full?q=1`, { ...given, method: "PUT", body: body as string });
  expect(await sent.body.text()).toBe("abcdef");
  await (await request(`${url}/empty`, { dispatcher: agent })).body.text();
  expect(summarizeExchanges(checked)).toEqual(twoExchanges(url, kept, LIST.slice(0, 2)));
});

test.each<[string, unknown, readonly (readonly [string, string])[]]>([
  [
    "an object",
    { a: "1", b: ["2", "3"], c: undefined },
    [
      ["a", "1"],
      ["b", "2"],
      ["b", "3"],
    ],
  ],
  [
    "one list",
    ["a", "1", "b", "2"],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  [
    "pairs",
    new Map([
      ["a", "1"],
      ["b", "2"],
    ]),
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["null", null, []],
])("undici accepts headers as %s", (_, headers, kept) => {
  const checked = createCheckedInterceptor();
  const dispatch = checked.interceptor((_options: object, handler: Handler): boolean => {
    handler.onResponseStart?.(undefined as never, 204, {});
    handler.onResponseEnd?.(undefined as never, undefined as never);
    return true;
  });
  // For a URL object, undici passes the origin with a trailing slash.
  dispatch({ origin: "http://a.example/", path: "/b", method: "GET", headers }, {});
  expect(checked.exchanges.map((it) => it.request)).toEqual([
    { method: "GET", url: "http://a.example/b", headers: kept, body: { kind: "none" } },
  ]);
});

type Handler = {
  onResponseStart?(controller: never, status: number, headers: object): void;
  onResponseEnd?(controller: never, trailers: never): void;
};
