import { isUtf8 } from "node:buffer";
import type { Alike, Body, Exchange, Header, StringContent } from "../exchange.js";
import type { TemplateMemory } from "../template-match/template-memory.js";
import { type EntryTemplate, type Example, entryTemplate, type Hole } from "./entry-template.js";

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
  readonly #memory: TemplateMemory;
  readonly #known: Known[] = [];
  #attempts = 0;

  constructor(memory: TemplateMemory) {
    this.#memory = memory;
  }

  learn(example: Example): void {
    if (this.#attempts >= MAX_ATTEMPTS || this.#known.length >= MAX_TEMPLATES) return;
    this.#attempts += 1;
    const template = entryTemplate(example);
    if (template === undefined) return;
    const address = this.#memory.add(template.head, template.tail);
    if (address !== undefined) this.#known.push({ template, address });
  }

  /**
   * The bytes of the body are not looked at, but for being UTF-8.
   *
   * @param item of the window of the memory
   */
  fill(item: StringContent, at: { readonly source: string; readonly index: number }): Filled | undefined {
    const { bytes, start, end } = item;
    for (let index = 0; index < this.#known.length; index += 1) {
      const { template, address } = this.#known[index] as Known;
      const found = this.#memory.match(address, start, end);
      if (found === "not") continue;
      if (found === "head" || !isUtf8(bytes.subarray(start, end))) return undefined;
      // What has come once comes again: it is looked for first.
      if (index > 0) this.#known.unshift(...this.#known.splice(index, 1));
      return this.#filled(template, item, at);
    }
    return undefined;
  }

  #filled(template: EntryTemplate, item: StringContent, at: { source: string; index: number }): Filled | undefined {
    const { bytes } = item;
    const { body } = this.#memory;
    // One text that all others are parts of is made faster than each of them.
    const head = bytes.toString("latin1", item.start, body.start);
    const { exchange, alike, holes } = template;
    const { request, response, origin } = exchange;
    const draft: Draft = { exchange, url: request.url, sent: request.body, asked: undefined, answered: undefined };
    for (let index = 0; index < holes.length; index += 1) {
      const hole = holes[index];
      if (hole === undefined || hole.use === "nothing") continue;
      const start = this.#memory.holeStart(index);
      const end = this.#memory.holeEnd(index);
      if (hole.kind === "text") fillIn(draft, hole, bytes.toString("utf8", start, end));
      else if (start > body.start) fillIn(draft, hole, bytes.toString("latin1", start, end));
      else fillIn(draft, hole, head.slice(start - item.start, end - item.start));
    }
    const { url, sent, asked, answered, startedAt, time } = draft;
    if (sent === undefined) return undefined;
    const pointer = `/log/entries/${at.index}`;
    const { source, index } = at;
    return {
      exchange: {
        request: { method: request.method, url, headers: asked ?? request.headers, body: sent },
        response: { status: response.status, headers: answered ?? response.headers, body: response.body },
        origin:
          startedAt === undefined
            ? { ...origin, source, index, pointer }
            : { ...origin, source, index, pointer, startedAt },
      },
      body: { bytes, start: body.start, end: body.end },
      alike,
      entry: { startedDateTime: startedAt, time },
    };
  }
}

type Known = { readonly template: EntryTemplate; readonly address: number };

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

/** Recordings of a service have one for each of its operations, and some more. */
const MAX_TEMPLATES = 24;
const MAX_ATTEMPTS = 100;
