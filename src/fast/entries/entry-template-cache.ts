import { isUtf8 } from "node:buffer";
import type { Exchange, HeaderField, RawJsonString } from "../../exchange/exchange.js";
import type { EntryFormat, EntryOrigin } from "./entry-format.js";
import { createEntryTemplate, type EntryTemplate, serializeFixedParts } from "./entry-template.js";
import type { TemplateMemory } from "./template-memory.js";

/** An entry that matches the template of an earlier entry. */
export type TemplateMatch = {
  /** The exchange, without the response body and the duration. */
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly requestBody: RawJsonString | undefined;
  /** Start time and duration of the entry, for `getEntryTimeKey`. */
  readonly entry: { readonly startedDateTime: string | undefined; readonly time: number | undefined };
};

type CachedTemplate = {
  readonly template: EntryTemplate;
  readonly address: number;
  readonly backoff: Backoff;
};

/**
 * Templates of the entries of a recording. A recorder writes the same fields in the same order for each entry, with mostly
 * the same content, and comparing bytes is much faster than parsing them. If entries are not alike, it stops comparing them.
 */
export class EntryTemplateCache {
  readonly #memory: TemplateMemory;
  readonly #format: EntryFormat;
  #templates: CachedTemplate[] = [];
  /** The fixed parts of the entries without a template. Creating one takes longer than reading many entries. */
  readonly #kinds = new Set<string>();
  #attempts = 0;
  #misses = 0;
  #last = 0;

  constructor(memory: TemplateMemory, format: EntryFormat) {
    this.#memory = memory;
    this.#format = format;
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
    const template = createEntryTemplate(this.#format, item);
    const address = template && this.#memory.add(template);
    if (template !== undefined && address !== undefined)
      this.#templates.push({ template, address, backoff: new Backoff() });
  }

  /** Finds the template of an entry. Of the body, only valid UTF-8 is checked. */
  find({ bytes, start, end }: RawJsonString): CachedTemplate | undefined {
    // Clients repeat sequences of requests, so the template after the last one is tried first.
    for (let step = 1; step <= this.#templates.length; step += 1) {
      const index = (this.#last + step) % this.#templates.length;
      const candidate = this.#templates[index];
      if (candidate === undefined || !this.#memory.match(candidate.address, start, end)) continue;
      this.#last = index;
      this.#misses = 0;
      return isUtf8(bytes.subarray(start, end)) ? candidate : undefined;
    }
    this.#misses += 1;
    if (this.#misses < MAX_MISSES) return undefined;
    this.#templates = [];
    this.#attempts = MAX_ATTEMPTS;
    return undefined;
  }

  /** Builds the exchange of the entry that `find` was called with last. */
  build({ template }: CachedTemplate, { bytes }: RawJsonString, at: EntryOrigin): TemplateMatch | undefined {
    const { exchange, slots } = template;
    const bodySlot = slots.findIndex(({ use }) => use === "body");
    const body = { bytes, start: this.#memory.slotStart(bodySlot), end: this.#memory.slotEnd(bodySlot) };
    let { url, body: sent } = exchange.request;
    let requestBody: RawJsonString | undefined;
    const headers = { request: exchange.request.headers, response: exchange.response.headers };
    let [startedAt, time]: [startedAt?: string, time?: number] = [];
    for (let index = 0; index < slots.length; index += 1) {
      const { use = "nothing", prefix = "", header = 0 } = slots[index] ?? {};
      if (use === "nothing" || use === "body") continue;
      const [start, end] = [this.#memory.slotStart(index), this.#memory.slotEnd(index)];
      const text = bytes.toString("utf8", start, end);
      if (use === "started") startedAt = text;
      else if (use === "time") time = Number(text);
      else if (use === "url") url = prefix + text;
      else if (use === "request body") {
        sent = { kind: "text", text: unescapeText(text) };
        requestBody = { bytes, start, end };
      } else if (use === "request header") headers.request = replaceHeaderValue(headers.request, header, text);
      else headers.response = replaceHeaderValue(headers.response, header, text);
    }
    // The regular reader treats an empty text as an unrecorded body.
    if (sent.kind === "text" && sent.text === "") return undefined;
    const origin = { ...exchange.origin, ...at, pointer: this.#format.pointer(at.index) };
    return {
      exchange: {
        ...exchange,
        request: { ...exchange.request, url, headers: headers.request, body: sent },
        response: { ...exchange.response, headers: headers.response },
        origin: startedAt === undefined ? origin : { ...origin, startedAt },
      },
      body,
      requestBody,
      entry: { startedDateTime: startedAt, time },
    };
  }
}

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

function replaceHeaderValue(headers: readonly HeaderField[], index: number, value: string): readonly HeaderField[] {
  const copy = headers.slice();
  copy[index] = [headers[index]?.[0] ?? "", value];
  return copy;
}

function unescapeText(text: string): string {
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** About one template for each operation and status of a service. */
const MAX_TEMPLATES = 128;
const MAX_ATTEMPTS = 200;
/** After so many entries in sequence without a template, the entries are not alike. */
const MAX_MISSES = 400;
/** Limits the pause to 2^6 - 2 entries. */
const MAX_FAILURES = 6;
const MAX_KINDS = 200;
