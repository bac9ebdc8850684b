/** Raw HTTP, so that attacks can send what client libraries refuse. */
import { connect, type Socket } from "node:net";
import { type CheckedResponse, checkResponse } from "../checked-client.js";

/** A request in parts. Only missing Host, Content-Length and Connection headers are added. */
export type RawRequest = {
  readonly method?: string;
  /** The exact request target. */
  readonly path: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** The response contains undocumented members that were stored as sent. */
  readonly echoes?: true;
};

/** A response, or the outcome of a connection without one. */
export type RawResponse = {
  readonly status: number;
  readonly raw: string[];
  readonly bytes: Buffer;
};

const PATIENCE = 120_000;

export function serializeRequest({ method = "GET", path, headers = [], body }: RawRequest, host: string): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const own = [
    ...(names.has("host") ? [] : [["Host", host] as const]),
    ...(body === undefined || names.has("content-length") || names.has("transfer-encoding")
      ? []
      : [["Content-Length", String(content.length)] as const]),
    ...(names.has("connection") ? [] : [["Connection", "close"] as const]),
  ];
  const lines = [...headers, ...own].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, "latin1"), content]);
}

/** Connects to a URL such as `http://127.0.0.1:4010`. */
export function openConnection(base: string): Promise<Socket> {
  const { port } = new URL(base);
  return new Promise((opened, failed) => {
    const socket = connect(Number(port), "127.0.0.1", () => opened(socket));
    socket.once("error", failed);
  });
}

/** Reads until the other side closes the connection, or until the given number of complete responses. */
export function readResponses(socket: Socket, most = 1, isHead = false): Promise<readonly RawResponse[]> {
  return new Promise((ended, failed) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => done(new Error(`no response within ${PATIENCE} ms`)), PATIENCE);
    const done = (problem?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      if (problem === undefined) ended(parseResponses(Buffer.concat(chunks), isHead));
      else failed(problem);
    };
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const all = Buffer.concat(chunks);
      chunks.splice(0, chunks.length, all);
      if (parseResponses(all, isHead).length >= most) done();
    });
    socket.on("end", () => done());
    socket.on("close", () => done());
    // A server resets the connection after the response when it does not read the rest of the request.
    socket.on("error", () => done());
  });
}

/** Parses complete responses with bodies by Content-Length or chunks. */
function parseResponses(bytes: Buffer, isHead: boolean): readonly RawResponse[] {
  const responses: RawResponse[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n\r\n", at);
    if (end < 0) return responses;
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const raw = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const value = (name: string): string | undefined => {
      const found = lines.find((line) => line.toLowerCase().startsWith(`${name}:`));
      return found?.slice(name.length + 1).trim();
    };
    const length = isHead ? 0 : Number(value("content-length") ?? 0);
    const body =
      value("transfer-encoding") === "chunked" && !isHead
        ? chunksOf(bytes, end + 4)
        : { content: bytes.subarray(end + 4, end + 4 + length), end: end + 4 + length };
    if (body === undefined || bytes.length < body.end) return responses;
    if (status >= 200) responses.push({ status, raw, bytes: body.content });
    at = body.end;
  }
}

/** Parses a chunked body from an offset; undefined while it is incomplete. */
function chunksOf(bytes: Buffer, start: number): { readonly content: Buffer; readonly end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    at = line + 2 + size + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
  }
}

/** Sends bytes over a new connection, and returns the responses before it was closed. */
export async function sendBytes(base: string, bytes: Uint8Array, most = 1, isHead = false) {
  const socket = await openConnection(base);
  const responses = readResponses(socket, most, isHead);
  socket.write(bytes);
  return responses;
}

/** Checks a response against the spec. @throws Error when it does not conform */
export function checkRawResponse(base: string, request: RawRequest, response: RawResponse): CheckedResponse {
  const { method = "GET", path, headers = [], body, echoes } = request;
  // The request of a rejection is not checked: an attack may have thousands of undeclared names, which say nothing about the response.
  const bytes = body === undefined || response.status >= 400 ? undefined : Buffer.from(body);
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  const got = checkResponse({ base, method, path, headers: pairs, bytes }, response);
  const own = got.checkResult.findings.filter(
    ({ code }) => code.startsWith("response.") && !(echoes === true && code === "response.body.undeclared"),
  );
  if (own.length === 0) return got;
  const violations = own.map(({ code, message }) => `${code}: ${message}`).join("; ");
  throw new Error(`${method} ${path.slice(0, 200)} got ${got.status}: ${violations}\n${got.text.slice(0, 500)}`);
}
