import { isUtf8 } from "node:buffer";
import { type EntryTemplate, type Example, entryTemplate, type Hole, type Part } from "./entry-template.js";
import type { Alike, Body, Exchange, Header, StringContent } from "./exchange.js";

/** An entry that is as one before it but for what stands in the holes of their template. */
export type Filled = {
  /** As it would have been read, but for the body of the answer. */
  readonly exchange: Exchange;
  readonly body: StringContent;
  readonly alike: Alike;
  /** What the entry says of its time. */
  readonly entry: { readonly startedDateTime: string | undefined; readonly time: number | undefined };
};

/**
 * What the entries of a recording have in common. A recorder writes the same fields in the same order for each, with mostly
 * the same content: comparing bytes takes a fraction of the time of parsing them.
 */
export class EntryTemplates {
  readonly #known: EntryTemplate[] = [];
  #attempts = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer);
  /** Where the holes of the entry at hand start and end. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;

  learn(example: Example): void {
    if (this.#attempts >= MAX_ATTEMPTS || this.#known.length >= MAX_TEMPLATES) return;
    this.#attempts += 1;
    const template = entryTemplate(example);
    if (template !== undefined) this.#known.push(template);
  }

  /** The bytes of the body are not looked at, but for being UTF-8. */
  fill(item: StringContent, at: { readonly source: string; readonly index: number }): Filled | undefined {
    const { bytes, start, end } = item;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    for (let index = 0; index < this.#known.length; index += 1) {
      const template = this.#known[index] as EntryTemplate;
      this.#count = 0;
      const bodyStart = this.#follow(template.head, start, end);
      if (bodyStart < 0) continue;
      const bodyEnd = this.#bodyEnd(template, bodyStart, end);
      if (bodyEnd < 0 || !isUtf8(bytes.subarray(start, end))) return undefined;
      // What has come once comes again: it is looked for first.
      if (index > 0) this.#known.unshift(...this.#known.splice(index, 1));
      return this.#filled(template, { bytes, start: bodyStart, end: bodyEnd }, at);
    }
    return undefined;
  }

  #bodyEnd(template: EntryTemplate, bodyStart: number, end: number): number {
    const count = this.#count;
    const guess = end - template.tailLength;
    if (guess > bodyStart && this.#follow(template.tail, guess, end) === end) return guess;
    // The numbers of a tail have a few digits more or less.
    for (let at = Math.max(bodyStart, guess - TAIL_SLACK); at < Math.min(end, guess + TAIL_SLACK); at += 1) {
      this.#count = count;
      if (this.#bytes[at] !== 0x22 || this.#follow(template.tail, at, end) !== end) continue;
      template.tailLength = end - at;
      return at;
    }
    return -1;
  }

  /** Where the parts end that stand at a place, or -1 where they do not stand there. */
  #follow(parts: readonly Part[], start: number, end: number): number {
    let at = start;
    for (const { words, rest, hole } of parts) {
      if (at + words.length * 4 + rest.length > end) return -1;
      for (let index = 0; index < words.length; index += 1, at += 4)
        if (this.#view.getInt32(at, true) !== words[index]) return -1;
      for (let index = 0; index < rest.length; index += 1, at += 1) if (this.#bytes[at] !== rest[index]) return -1;
      if (hole === undefined) return at;
      this.#starts[this.#count] = at;
      at = endOf(this.#bytes, at, hole);
      if (at < 0) return -1;
      this.#ends[this.#count++] = at;
    }
    return -1;
  }

  #filled(template: EntryTemplate, body: StringContent, at: { source: string; index: number }): Filled | undefined {
    const { exchange, alike, holes } = template;
    const { request, response, origin } = exchange;
    const draft: Draft = { exchange, url: request.url, sent: request.body, asked: undefined, answered: undefined };
    for (let index = 0; index < holes.length; index += 1) {
      const hole = holes[index];
      if (hole === undefined || hole.use === "nothing") continue;
      const encoding = hole.kind === "text" ? "utf8" : "latin1";
      fillIn(draft, hole, this.#bytes.toString(encoding, this.#starts[index], this.#ends[index]));
    }
    const { url, sent, asked, answered, startedAt, time } = draft;
    if (sent === undefined) return undefined;
    const pointer = `/log/entries/${at.index}`;
    const place = { ...origin, source: at.source, index: at.index, pointer };
    return {
      exchange: {
        request: { method: request.method, url, headers: asked ?? request.headers, body: sent },
        response: { status: response.status, headers: answered ?? response.headers, body: response.body },
        origin: startedAt === undefined ? place : { ...place, startedAt },
      },
      body,
      alike,
      entry: { startedDateTime: startedAt, time },
    };
  }
}

type Draft = {
  readonly exchange: Exchange;
  url: string;
  /** Undefined when it cannot be read. */
  sent: Body | undefined;
  asked: Header[] | undefined;
  answered: Header[] | undefined;
  startedAt?: string;
  time?: number;
};

function fillIn(draft: Draft, { use, header }: Hole, text: string): void {
  const { request, response } = draft.exchange;
  if (use === "started") draft.startedAt = text;
  else if (use === "time") draft.time = Number(text);
  else if (use === "url") draft.url = addressOf(request.url) + text;
  else if (use === "request body") draft.sent = textBody(text);
  else if (use === "request header") draft.asked = withValue(draft.asked ?? request.headers, header, text);
  else draft.answered = withValue(draft.answered ?? response.headers, header, text);
}

/** Scheme, host and the slash behind them. */
function addressOf(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("://") + 3) + 1);
}

/** No text and an empty one are not read alike. */
function textBody(content: string): Body | undefined {
  const text = unescaped(content);
  return text === undefined || text === "" ? undefined : { kind: "text", text };
}

function withValue(headers: readonly Header[], index: number, value: string): Header[] {
  const copy = headers.slice();
  copy[index] = [headers[index]?.[0] ?? "", value];
  return copy;
}

function unescaped(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** Where what stands in a hole ends, or -1 when it is not of its kind. */
function endOf(bytes: Buffer, start: number, { kind }: Hole): number {
  if (kind === "size" && !isOneToNine(bytes[start] ?? 0)) return -1;
  if (kind !== "plain" && kind !== "text") return endOfNumber(bytes, start);
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return at;
    if (byte < 0x20) return -1;
    if (kind === "plain" && (byte === 0x5c || byte > 0x7e)) return -1;
    at += byte === 0x5c ? 2 : 1;
  }
}

function isOneToNine(byte: number): boolean {
  return byte >= 0x31 && byte <= 0x39;
}

function endOfNumber(bytes: Buffer, start: number): number {
  const whole = bytes[start] === 0x2d ? start + 1 : start;
  const point = afterDigits(bytes, whole);
  if (point === whole || (point > whole + 1 && bytes[whole] === 0x30)) return -1;
  if (bytes[point] !== 0x2e) return point;
  const end = afterDigits(bytes, point + 1);
  return end === point + 1 ? -1 : end;
}

function afterDigits(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return at;
    at += 1;
  }
}

/** Recordings of a service have one for each of its operations, and some more. */
const MAX_TEMPLATES = 24;
const MAX_ATTEMPTS = 100;
const TAIL_SLACK = 64;
