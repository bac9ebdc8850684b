import { createServer } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOn } from "../../src/cli/process/listen-on.js";
import {
  createFetchExchange,
  decodeBody,
  decodeBodyText,
  type RecordedBody,
  recordFetch,
} from "../../src/recording/index.js";
import { startedAt } from "./create-test-exchange.js";

/** Responses of a real server, received with `fetch`. */

const json = '{"name":"Café"}';
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
const responses: Readonly<
  Record<string, { headers?: Record<string, string | string[]>; status?: number; body?: string | Buffer }>
> = {
  "/json": { headers: { "Content-Type": "application/json", "Set-Cookie": ["a=1, 2", "b=3"] }, body: json },
  "/gzip": { headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" }, body: gzipSync(json) },
  "/latin": { headers: { "Content-Type": "application/json;charset=iso-8859-1" }, body: Buffer.from(json, "latin1") },
  "/image": { headers: { "Content-Type": "image/png", "Content-Encoding": "br" }, body: brotliCompressSync(image) },
  "/odd": { headers: { "Content-Type": "application/json", "Content-Encoding": "odd" }, body: image },
  "/none": { status: 204 },
  "/moved": { status: 302, headers: { Location: "/json" } },
};
const server = createServer((request, response) => {
  const { status = 200, headers = {}, body = "" } = responses[request.url ?? ""] ?? {};
  response.writeHead(status, headers).end(body);
});
let base = "";
beforeAll(async () => {
  base = await listenOn(server);
});
afterAll(() => server.close());

const at = () => ({ source: base, index: 3, startedAt });
const get = async (path: string, init: RequestInit = {}) =>
  recordFetch(fetch, new Request(`${base}${path}`, init), at());

test("a response is recorded and can still be read", async () => {
  const { exchange, response } = await get("/json#top", { headers: { "X-A": "1" } });
  expect(await response.text()).toBe(json);
  expect(exchange).toMatchObject({
    request: { method: "GET", url: `${base}/json`, headers: [["x-a", "1"]], body: { kind: "none" } },
    response: { status: 200, body: { kind: "text", text: json } },
    origin: { source: base, index: 3, pointer: "/3", startedAt },
  });
  expect(exchange.response.headers.filter(([name]) => name === "set-cookie")).toEqual([
    ["set-cookie", "a=1, 2"],
    ["set-cookie", "b=3"],
  ]);
  expect(exchange.incomplete).toBeUndefined();
});

const read: readonly (readonly [path: string, what: string, body: RecordedBody, encoding: boolean])[] = [
  ["/gzip", "packed text", { kind: "text", text: json }, true],
  ["/latin", "text in its charset", { kind: "text", text: json }, false],
  [
    "/image",
    "packed bytes, without the header that would unpack them once more",
    { kind: "bytes", bytes: image },
    false,
  ],
  ["/none", "no body", { kind: "none" }, false],
];
test.each(read)("%s: %s", async (path, _, body, hasEncoding) => {
  const { exchange } = await get(path);
  const { headers, body: recorded } = exchange.response;
  const decoded = decodeBody(recorded, headers);
  expect(decoded.kind === "bytes" ? { kind: "bytes", bytes: Buffer.from(decoded.bytes) } : decoded).toEqual(body);
  expect(headers.some(([name]) => name === "content-encoding")).toBe(hasEncoding);
});

test("a body that fetch cannot decompress is not checked", async () => {
  const { exchange } = await get("/odd");
  expect(decodeBody(exchange.response.body, exchange.response.headers).kind).toBe("missing");
});

test("a request keeps its body as sent", async () => {
  const form = await get("/json", { method: "post", body: new URLSearchParams({ a: "b c" }) });
  expect(form.exchange.request).toMatchObject({ method: "POST", body: { kind: "text", text: "a=b+c" } });
  expect(form.exchange.request.headers).toEqual([["content-type", "application/x-www-form-urlencoded;charset=UTF-8"]]);
  const packed = await get("/json", { method: "PUT", body: gzipSync(json), headers: { "Content-Encoding": "gzip" } });
  const { body, headers } = packed.exchange.request;
  expect(decodeBodyText(decodeBody(body, headers))).toEqual({ kind: "text", text: json });
});

test("a body that was already read is missing, and not empty", async () => {
  const request = new Request(`${base}/json`, { method: "POST", body: "{}" });
  const response = await fetch(request);
  await response.text();
  const exchange = await createFetchExchange(request, response, at());
  expect([exchange.request.body.kind, exchange.response.body.kind]).toEqual(["missing", "missing"]);
});

test("a response to another request is not matched with this one", async () => {
  const { exchange } = await get("/moved");
  expect(exchange.incomplete).toContain("redirect");
  const { exchange: kept } = await get("/moved", { redirect: "manual" });
  expect([kept.response.status, kept.incomplete]).toEqual([302, undefined]);
  expect((await createFetchExchange(new Request(base), Response.error(), at())).incomplete).toContain("error");
});
