import { isUtf8 } from "node:buffer";
import type { Exchange, ExchangeTemplate, HeaderField, RawJsonString, RecordedBody } from "../../exchange.js";
import { createEntryTemplate, type EntryTemplate, type TemplateExample, type TemplateSlot } from "./entry-template.js";
import type { TemplateMemory } from "./template-match/template-memory.js";

/** An entry that matches the template of an earlier entry. */
export type TemplateMatch = {
  /** The exchange, without the response body and the duration, which only webhook deliveries need. */
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly exchangeTemplate: ExchangeTemplate;
  /** Start time and duration of the entry, for `getEntryTimeKey`. */
  readonly entry: { readonly startedDateTime: string | undefined; readonly time: number | undefined };
};

/**
 * Templates of the entries of a recording. A recorder writes the same fields in the same order for each entry, with mostly
 * the same content, and comparing bytes is much faster than parsing them.
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
   * Matches an entry against the templates. Of the body, only valid UTF-8 is checked.
   *
   * @param item a range of `TemplateMemory.window`
   */
  match(item: RawJsonString, at: { readonly source: string; readonly index: number }): TemplateMatch | undefined {
    const { bytes, start, end } = item;
    for (let index = 0; index < this.#templates.length; index += 1) {
      const { template, address } = this.#templates[index] as CachedTemplate;
      const found = this.#memory.match(address, start, end);
      if (found === "not") continue;
      if (found === "head" || !isUtf8(bytes.subarray(start, end))) return undefined;
      // The same template is likely to match again, so try it first next time.
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
    // Decoding once and slicing is faster than decoding each slot.
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
      const slot = slots[index];
      if (slot === undefined || slot.use === "nothing") continue;
      const start = this.#memory.slotStart(index);
      const end = this.#memory.slotEnd(index);
      if (slot.kind === "text") setSlotValue(draft, slot, bytes.toString("utf8", start, end));
      else if (start > body.start) setSlotValue(draft, slot, bytes.toString("latin1", start, end));
      else setSlotValue(draft, slot, head.slice(start - item.start, end - item.start));
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
  /** Undefined if the body text is invalid or empty. */
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

/** Returns scheme, host and the following slash. */
function getOriginPrefix(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("://") + 3) + 1);
}

/** Returns undefined for an empty text, which the regular reader treats as an unrecorded body. */
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

/** About one template for each operation of a service. */
const MAX_TEMPLATES = 24;
const MAX_ATTEMPTS = 100;
