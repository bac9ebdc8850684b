import { isUtf8 } from "node:buffer";
import type { Exchange, ExchangeTemplate, HeaderField, RawJsonString, RecordedBody } from "../../exchange.js";
import { createEntryTemplate, type EntryTemplate, type TemplateExample, type TemplateSlot } from "./entry-template.js";
import type { TemplateMemory } from "./template-match/template-memory.js";

/** An entry that is as one before it but for what stands in the holes of their template. */
export type TemplateMatch = {
  /** As it would have been read, but for the body of the answer. */
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly exchangeTemplate: ExchangeTemplate;
  /** What the entry says of its time. */
  readonly entry: { readonly startedDateTime: string | undefined; readonly time: number | undefined };
};

/**
 * What the entries of a recording have in common. A recorder writes the same fields in the same order for each, with mostly
 * the same content: comparing bytes takes a fraction of the time of parsing them.
 */
export class EntryTemplateCache {
  readonly #memory: TemplateMemory;
  readonly #templates: CachedTemplate[] = [];
  #attempts = 0;

  constructor(memory: TemplateMemory) {
    this.#memory = memory;
  }

  learn(example: TemplateExample): void {
    if (this.#attempts >= MAX_ATTEMPTS || this.#templates.length >= MAX_TEMPLATES) return;
    this.#attempts += 1;
    const template = createEntryTemplate(example);
    if (template === undefined) return;
    const address = this.#memory.add(template.head, template.tail);
    if (address !== undefined) this.#templates.push({ template, address });
  }

  /**
   * The bytes of the body are not looked at, but for being UTF-8.
   *
   * @param item of the window of the memory
   */
  match(item: RawJsonString, at: { readonly source: string; readonly index: number }): TemplateMatch | undefined {
    const { bytes, start, end } = item;
    for (let index = 0; index < this.#templates.length; index += 1) {
      const { template, address } = this.#templates[index] as CachedTemplate;
      const found = this.#memory.match(address, start, end);
      if (found === "not") continue;
      if (found === "head" || !isUtf8(bytes.subarray(start, end))) return undefined;
      // What has come once comes again: it is looked for first.
      if (index > 0) this.#templates.unshift(...this.#templates.splice(index, 1));
      return this.#buildMatch(template, item, at);
    }
    return undefined;
  }

  #buildMatch(
    template: EntryTemplate,
    item: RawJsonString,
    at: { source: string; index: number },
  ): TemplateMatch | undefined {
    const { bytes } = item;
    const { body } = this.#memory;
    // One text that all others are parts of is made faster than each of them.
    const head = bytes.toString("latin1", item.start, body.start);
    const { exchange, exchangeTemplate, slots } = template;
    const { request, response, origin } = exchange;
    const draft: EntryDraft = {
      exchange,
      url: request.url,
      requestBody: request.body,
      requestHeaders: undefined,
      responseHeaders: undefined,
    };
    for (let index = 0; index < slots.length; index += 1) {
      const hole = slots[index];
      if (hole === undefined || hole.use === "nothing") continue;
      const start = this.#memory.slotStart(index);
      const end = this.#memory.slotEnd(index);
      if (hole.kind === "text") setSlotValue(draft, hole, bytes.toString("utf8", start, end));
      else if (start > body.start) setSlotValue(draft, hole, bytes.toString("latin1", start, end));
      else setSlotValue(draft, hole, head.slice(start - item.start, end - item.start));
    }
    const { url, requestBody, requestHeaders, responseHeaders, startedAt, time } = draft;
    if (requestBody === undefined) return undefined;
    const pointer = `/log/entries/${at.index}`;
    const { source, index } = at;
    return {
      exchange: {
        request: { method: request.method, url, headers: requestHeaders ?? request.headers, body: requestBody },
        response: { status: response.status, headers: responseHeaders ?? response.headers, body: response.body },
        origin:
          startedAt === undefined
            ? { ...origin, source, index, pointer }
            : { ...origin, source, index, pointer, startedAt },
      },
      body: { bytes, start: body.start, end: body.end },
      exchangeTemplate,
      entry: { startedDateTime: startedAt, time },
    };
  }
}

type CachedTemplate = { readonly template: EntryTemplate; readonly address: number };

type EntryDraft = {
  readonly exchange: Exchange;
  url: string;
  /** Undefined when it cannot be read. */
  requestBody: RecordedBody | undefined;
  requestHeaders: HeaderField[] | undefined;
  responseHeaders: HeaderField[] | undefined;
  startedAt?: string;
  time?: number;
};

function setSlotValue(draft: EntryDraft, { use, header }: TemplateSlot, text: string): void {
  const { request, response } = draft.exchange;
  if (use === "started") draft.startedAt = text;
  else if (use === "time") draft.time = Number(text);
  else if (use === "url") draft.url = getOriginPrefix(request.url) + text;
  else if (use === "request body") draft.requestBody = parseRequestText(text);
  else if (use === "request header")
    draft.requestHeaders = replaceHeaderValue(draft.requestHeaders ?? request.headers, header, text);
  else draft.responseHeaders = replaceHeaderValue(draft.responseHeaders ?? response.headers, header, text);
}

/** Scheme, host and the slash behind them. */
function getOriginPrefix(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("://") + 3) + 1);
}

/** No text and an empty one are not read alike. */
function parseRequestText(content: string): RecordedBody | undefined {
  const text = unescapeText(content);
  return text === undefined || text === "" ? undefined : { kind: "text", text };
}

function replaceHeaderValue(headers: readonly HeaderField[], index: number, value: string): HeaderField[] {
  const copy = headers.slice();
  copy[index] = [headers[index]?.[0] ?? "", value];
  return copy;
}

function unescapeText(text: string): string | undefined {
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
