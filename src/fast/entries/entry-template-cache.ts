import { isUtf8 } from "node:buffer";
import type { Exchange, ExchangeTemplate, HeaderField, RawJsonString, RecordedBody } from "../../exchange/exchange.js";
import { createEntryTemplate, type EntryTemplate, serializeFixedParts, type TemplateSlot } from "./entry-template.js";
import { readTemplateExample } from "./template-example.js";
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
 * the same content, and comparing bytes is much faster than parsing them. If entries are not alike, it stops comparing them.
 */
export class EntryTemplateCache {
  readonly #memory: TemplateMemory;
  #templates: CachedTemplate[] = [];
  /** The fixed parts of the entries without a template. Creating one takes longer than reading many entries. */
  readonly #kinds = new Set<string>();
  #attempts = 0;
  #misses = 0;
  #last: CachedTemplate | undefined;

  constructor(memory: TemplateMemory) {
    this.#memory = memory;
  }

  /**
   * Adds a template of an entry that matches no other, if an earlier one was like it.
   *
   * @param item a range of `TemplateMemory.window`
   */
  learn(item: RawJsonString, exchange: Exchange): void {
    if (this.#attempts >= MAX_ATTEMPTS || this.#templates.length >= MAX_TEMPLATES) return;
    const kind = serializeFixedParts(exchange);
    if (!this.#kinds.has(kind)) {
      if (this.#kinds.size < MAX_KINDS) this.#kinds.add(kind);
      return;
    }
    this.#attempts += 1;
    const example = readTemplateExample(item, exchange.origin);
    const template = example && createEntryTemplate(example);
    if (template === undefined) return;
    const address = this.#memory.add(template.head, template.tail);
    if (address !== undefined) this.#templates.push({ template, address, backoff: new Backoff(), next: undefined });
  }

  /** Finds the template of an entry. Of the body, only valid UTF-8 is checked. */
  find({ bytes, start, end }: RawJsonString): CachedTemplate | undefined {
    const matches = ({ address }: CachedTemplate): boolean => this.#memory.match(address, start, end);
    // Clients repeat sequences of requests, so the template that followed the last one is tried first.
    const expected = this.#last?.next;
    const found = expected !== undefined && matches(expected) ? expected : this.#templates.find(matches);
    if (found === undefined) this.#countMiss();
    if (found === undefined || !isUtf8(bytes.subarray(start, end))) return undefined;
    if (this.#last !== undefined) this.#last.next = found;
    this.#last = found;
    this.#misses = 0;
    return found;
  }

  #countMiss(): void {
    this.#misses += 1;
    if (this.#misses < MAX_MISSES) return;
    this.#templates = [];
    this.#last = undefined;
    this.#attempts = MAX_ATTEMPTS;
  }

  /** Builds the exchange of the entry that `find` was called with last. */
  build({ template }: CachedTemplate, item: RawJsonString, at: EntryOrigin): TemplateMatch | undefined {
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
        ...(exchange.consumer === undefined ? {} : { consumer: exchange.consumer }),
      },
      body: { bytes, start: body.start, end: body.end },
      exchangeTemplate,
      entry: { startedDateTime: startedAt, time },
    };
  }
}

type EntryOrigin = { readonly source: string; readonly index: number };

type CachedTemplate = {
  readonly template: EntryTemplate;
  readonly address: number;
  readonly backoff: Backoff;
  /** The template of the entry that followed one of this template. */
  next: CachedTemplate | undefined;
};

/** Skips the fast path with exponential backoff while the entries of a template need full validation. */
class Backoff {
  #failures = 0;
  #pause = 0;

  /** Whether to try the fast path for the next entry. */
  isWorthTrying(): boolean {
    if (this.#pause === 0) return true;
    this.#pause -= 1;
    return false;
  }

  count(succeeded: boolean): void {
    this.#failures = succeeded ? 0 : Math.min(this.#failures + 1, MAX_FAILURES);
    this.#pause = succeeded ? 0 : 2 ** this.#failures - 2;
  }
}

/** Limits the pause to 2^6 - 2 entries. */
const MAX_FAILURES = 6;

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

/** About one template for each operation and status of a service. */
const MAX_TEMPLATES = 128;
const MAX_ATTEMPTS = 200;
/** After so many entries in sequence without a template, the entries are not alike. */
const MAX_MISSES = 400;
const MAX_KINDS = 200;
