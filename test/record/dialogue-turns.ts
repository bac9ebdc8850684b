/** Messages for dialogues. */
import type { Turn } from "./dialogue.js";

export const GET = "GET /v1/books/7 HTTP/1.1\r\nHost: {host}\r\nX-Key: k\r\n\r\n";
export const OK =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{"id":7,"title":"Emma"}';
export const BOOK = '{"id":7,"title":"Emma"}';
export const PASSED = "GET /v1/books/7 200 passed";

export const fromClient = (text: string): Turn => ["client", text];
export const fromTarget = (text: string | Buffer): Turn => ["target", text];
export const get = (headers: string): Turn => fromClient(GET.replace("\r\n\r\n", `\r\n${headers}\r\n\r\n`));
export const ok = (headers: string, body: string | Buffer): Turn =>
  fromTarget(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n`, "latin1"),
      Buffer.from(body),
    ]),
  );
export const packed = (encoding: string, body: Buffer): Turn =>
  ok(`Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n`, body);
export const post = (headers: string, body: string): Turn =>
  fromClient(`POST /v1/books HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`);
/** For requests whose Host header the recorder cannot replace. */
export const toUnknownHost = (turn: Turn): Turn => [turn[0], String(turn[1]).replace("{host}", "library.example")];
export const formatLost = (why: string): string =>
  `GET /v1/books/7 0 ${why.startsWith("no complete response") ? "partial" : "skipped"}: ${why}`;

export type Dialogues = Readonly<Record<string, readonly [turns: readonly Turn[], recorded: readonly string[]]>>;
