/** What the server sends for requests that reach no handler, and what a handler gets: whole texts over raw connections. */
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { MAX_REQUEST_BYTES, serveApi } from "../../../src/sandbox/requests/serve-api.js";
import type { ReadRequestResult } from "../../../src/sandbox/server/read-request.js";

/** Sends what it has read. Targets choose how the response ends. */
async function reply(reading: ReadRequestResult) {
  if (reading.kind === "aborted") return undefined;
  const { request } = reading;
  const { method, target, address = "any" } = request;
  if (target === "/throw") throw new Error("a defect");
  const limit = reading.kind === "too large" ? ` of ${reading.limit}` : "";
  const body = Buffer.from(`${reading.kind}${limit} ${method} ${target} ${address} ${request.body.length}`);
  const sent = {
    status: 200,
    headers: [
      ["Content-Length", String(body.length)],
      ["Set-Cookie", "a"],
      ["Set-Cookie", "b"],
    ],
    body,
  } as const;
  const parts = async function* () {
    yield "one";
    yield "two";
  };
  const { headers: _, ...rest } = sent;
  const response = target.startsWith("/parts")
    ? { ...rest, headers: [["Content-Length", "6"]] as const, parts: parts() }
    : sent;
  if (target.endsWith("/truncate")) return { ...response, fault: { kind: "truncate", bytes: 4 } } as const;
  return target === "/reset" ? ({ ...response, fault: { kind: "reset" } } as const) : response;
}

const handle = async (reading: ReadRequestResult) => (await reply(reading)) as never;
const server = await serveApi({ host: "127.0.0.1", port: 0, handle });
const small = await serveApi({
  host: "127.0.0.1",
  port: 0,
  handle,
  bodyLimit: 5,
  address: "billing",
  allowOrigins: ["https://a.example"],
});
afterAll(() => Promise.all([server.close(0), small.close(0)]));

function send(text: string, { port } = server): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1").replaceAll("\r\n", "\n")));
  });
}

const CLOSE = "Host: a\r\nConnection: close\r\n";
const refusal = (line: string, code: string, message: string): string => {
  const body = JSON.stringify({ status: Number(line.slice(0, 3)), code, message });
  return `HTTP/1.1 ${line}\nConnection: close\nContent-Type: application/json\nContent-Length: ${body.length}\n\n${body}`;
};
const MALFORMED = refusal("400 Bad Request", "MALFORMED_REQUEST", "the request is not valid HTTP/1.1 (RFC 9112)");
const LARGE = "431 Request Header Fields Too Large";
const echoed = (body: string, more = ""): string =>
  `HTTP/1.1 200 OK\nContent-Length: ${body.length}\nSet-Cookie: a\nSet-Cookie: b\n${more}Connection: close\n\n${body}`;

test.each([
  [`GET /a?b HTTP/1.1\r\n${CLOSE}\r\n`, echoed("request GET /a?b any 0")],
  [`PUT /a HTTP/1.1\r\n${CLOSE}Content-Length: 3\r\n\r\nabc`, echoed("request PUT /a any 3")],
  [
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    refusal("405 Method Not Allowed", "UNKNOWN_METHOD", "CONNECT is not supported"),
  ],
  ["nonsense\r\n\r\n", MALFORMED],
  [`GET / HTTP/1.1\r\n${CLOSE}A b: c\r\n\r\n`, MALFORMED],
  [
    `GET / HTTP/1.1\r\n${CLOSE}A: ${"x".repeat(16_400)}\r\n\r\n`,
    refusal(LARGE, "HEADERS_TOO_LARGE", "the request line and headers are larger than 16384 bytes"),
  ],
  [`GET /throw HTTP/1.1\r\n${CLOSE}\r\n`, ""],
  [`GET /reset HTTP/1.1\r\n${CLOSE}\r\n`, ""],
  [`GET /parts HTTP/1.1\r\n${CLOSE}\r\n`, "HTTP/1.1 200 OK\nContent-Length: 6\nConnection: close\n\nonetwo"],
  [`GET /parts/truncate HTTP/1.1\r\n${CLOSE}\r\n`, "HTTP/1.1 200 OK\nContent-Length: 6\nConnection: close\n\nonet"],
  [`GET /truncate HTTP/1.1\r\n${CLOSE}\r\n`, echoed("request GET /truncate any 0").slice(0, -23)],
])("%j", async (request, response) => {
  expect(await send(request)).toBe(response);
});

test("200 headers are accepted, and no more", async () => {
  const headers = (count: number) => `GET /a HTTP/1.1\r\n${CLOSE}${"A: b\r\n".repeat(count - 2)}\r\n`;
  expect(await send(headers(200))).toBe(echoed("request GET /a any 0"));
  const [head = "", body] = (await send(headers(201))).split("\n\n");
  expect(head.replace(/Date: .*/, "Date")).toBe(
    `HTTP/1.1 ${LARGE}\nConnection: close\nContent-Type: application/json\nDate\nTransfer-Encoding: chunked`,
  );
  expect(body).toContain('{"status":431,"code":"TOO_MANY_HEADERS","message":"the request has more than 200 headers"}');
});

test("a body larger than the limit is not read", async () => {
  const put = (length: number, body = "") => `PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
  expect(MAX_REQUEST_BYTES).toBe(1_048_576);
  expect(await send(put(1_048_577))).toBe(echoed("too large of 1048576 PUT /a any 0"));
  const close = put(5, "12345").replace("Host: a\r\n", CLOSE);
  expect(await send(close, small)).toBe(echoed("request PUT /a billing 5"));
  expect(await send(put(6, "123456"), small)).toBe(echoed("too large of 5 PUT /a billing 0"));
  const chunked = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n";
  expect(await send(chunked, small)).toBe(echoed("too large of 5 PUT /a billing 0"));
});

test("pages of allowed origins may read responses", async () => {
  const origin = "Origin: https://a.example\r\n";
  const allow = "Access-Control-Allow-Origin: https://a.example\nAccess-Control-Expose-Headers: *\nVary: Origin\n";
  expect(await send(`GET /a HTTP/1.1\r\n${CLOSE}${origin}\r\n`, small)).toBe(echoed("request GET /a billing 0", allow));
  expect(await send(`GET /a HTTP/1.1\r\n${CLOSE}${origin}\r\n`)).toBe(echoed("request GET /a any 0"));
  const preflight = `OPTIONS /a HTTP/1.1\r\n${CLOSE}${origin}Access-Control-Request-Method: PUT\r\n\r\n`;
  expect(await send(preflight, small)).toBe(
    `HTTP/1.1 204 No Content\n${allow}Access-Control-Allow-Methods: PUT\nAccess-Control-Max-Age: 600\nConnection: close\n\n`,
  );
});

test("responses to earlier requests of a connection come before the refusal of a later one", async () => {
  const text = await send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n");
  expect(text.replace(/^(?:Connection|Keep-Alive): (?!close).*\n/gm, "")).toBe(
    echoed("request GET /a any 0").replace("Connection: close\n", "") + MALFORMED,
  );
});
