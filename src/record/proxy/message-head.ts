import { type Exchange, getHeaderValues, type HeaderField } from "../../recording/index.js";

/** The start line and header section of a message (RFC 9112, sections 2 to 5). */
export type MessageHead = { readonly startLine: string; readonly headers: readonly HeaderField[] };

export type RequestLine = { readonly method: string; readonly target: string };

/** More than any common server accepts. */
export const MAX_HEAD_BYTES = 256 * 1024;

/** Returns the offset after the head, which may follow empty lines, or -1 if the head is incomplete. */
export function findHeadEnd(bytes: Buffer): number {
  let start = 0;
  while (bytes[start] === CR || bytes[start] === LF) start += 1;
  for (let end = bytes.indexOf(LF, start); end !== -1; end = bytes.indexOf(LF, end + 1)) {
    const next = bytes[end + 1] === CR ? end + 2 : end + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return -1;
}

/**
 * Parses a head. Returns undefined if it is invalid or ambiguous. Accepts a single LF as the end of a line (section 2.2), spaces
 * before a colon (5.1), and folded lines (5.2).
 */
export function parseHead(bytes: Buffer): MessageHead | undefined {
  const [startLine = "", ...lines] = bytes
    .toString("latin1")
    .replace(/^[\r\n]+|(?:\r?\n){2}$/g, "")
    .replace(/[ \t]*\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  const headers: HeaderField[] = [];
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers.push([name, value]);
  }
  return /[\r\n]/.test(startLine) ? undefined : { startLine, headers };
}

export function parseRequestLine({ startLine }: MessageHead): RequestLine | undefined {
  const [, method, target] = /^([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(startLine) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target };
}

export function parseStatusLine({ startLine }: MessageHead): number | undefined {
  const [, status] = /^HTTP\/1\.[01] ([1-9]\d\d)(?: .*)?$/.exec(startLine) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Replaces the value of the Host header. A head without exactly one Host header is returned unchanged. */
export function replaceHost(head: Buffer, host: string): Buffer {
  const text = head.toString("latin1");
  const matches = [...text.matchAll(/(\r\nhost:[ \t]*)([^\r\n]*?)(?=[ \t]*\r\n)/gi)];
  const [match] = matches;
  if (match === undefined || matches.length > 1) return head;
  const [field, name = ""] = match;
  return Buffer.from(text.slice(0, match.index) + name + host + text.slice(match.index + field.length), "latin1");
}

const CR = 0x0d;
const LF = 0x0a;
const FIELD = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*$/;

/** The message body length (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" /** Other transfer codings precede `chunked`. */; readonly hasOtherCodings: boolean }
  | { readonly kind: "until-close" };

/** Returns undefined if the end of the body is ambiguous. */
export function getRequestFraming(headers: readonly HeaderField[]): Framing | undefined {
  const framing = readDeclaredFraming(headers);
  // The end of the connection never delimits a request body.
  return framing?.kind === "until-close" ? undefined : framing;
}

type ResponseFramingInput = Pick<Exchange["request"], "method"> & Pick<Exchange["response"], "status" | "headers">;

export function getResponseFraming({ method, status, headers }: ResponseFramingInput): Framing | undefined {
  if (method === "HEAD" || status === 204 || status === 304 || status < 200) return { kind: "none" };
  // A transfer coding overrides a length.
  const framing = readTransferCoding(headers) ?? readDeclaredFraming(headers);
  // Without a declared length, the end of the connection ends the body. A declared length of 0 ends with the head.
  return framing?.kind === "none" ? { kind: "until-close" } : framing;
}

function readDeclaredFraming(headers: readonly HeaderField[]): Framing | undefined {
  const coding = readTransferCoding(headers);
  const lengths = [...new Set(splitHeaderValues(headers, "content-length"))];
  const [length] = lengths;
  if (length === undefined) return coding ?? { kind: "none" };
  if (coding !== undefined) return undefined;
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) return undefined;
  return { kind: "length", length: Number(length) };
}

function readTransferCoding(headers: readonly HeaderField[]): Framing | undefined {
  const codings = splitHeaderValues(headers, "transfer-encoding").map((it) => it.toLowerCase());
  if (codings.length === 0) return undefined;
  return codings.at(-1) === "chunked"
    ? { kind: "chunked", hasOtherCodings: codings.length > 1 }
    : { kind: "until-close" };
}

function splitHeaderValues(headers: readonly HeaderField[], name: string): string[] {
  return getHeaderValues(headers, name).flatMap((value) => value.split(",").map((it) => it.trim()));
}
