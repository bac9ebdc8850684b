import { isUtf8 } from "node:buffer";
import { tryCall } from "../../document/json.js";
import type { Exchange, HeaderField, RawBodyValidator, RawJsonString } from "../../recording/exchange.js";
import type { EntryAccelerator, EntryOrigin, FastEntries, FastEntry } from "../../recording/reader/recording-source.js";
import { type EntryFormat, HAR_ENTRIES, NDJSON_LINES } from "./entry-format.js";
import {
  addDifferingPaths,
  createEntryTemplate,
  type EntryTemplate,
  readEntryFrame,
  serializeKind,
  TemplateMemory,
} from "./entry-template.js";

/** Checks entries of recordings with a validator. There is no check if WebAssembly or its memory is not available. */
export function createEntryAccelerator<Outcome>(validate: RawBodyValidator<Outcome>): EntryAccelerator<Outcome> {
  return (format) => createFastEntries(format === "har" ? HAR_ENTRIES : NDJSON_LINES, validate);
}

function createFastEntries<Outcome>(
  format: EntryFormat,
  validate: RawBodyValidator<Outcome>,
): FastEntries<Outcome> | undefined {
  const memory = tryCall(() => new TemplateMemory());
  if (memory === undefined) return undefined;
  const templates = new EntryTemplateCache(memory, format);
  const check: FastEntries<Outcome>["check"] = (item, origin, isExcluded = () => false) => {
    const template = templates.find(item);
    if (template === undefined) return "unknown";
    if (!template.backoff.isWorthTrying()) return "failed";
    const match = templates.build(template, item, origin);
    // The regular reader may reject a negative duration.
    if (match === undefined || (match.entry.time ?? 0) < 0 || isExcluded(match)) return "failed";
    const outcome = validate(match.exchange, match.body, match.requestBody);
    template.backoff.count(outcome !== undefined);
    return outcome === undefined ? "failed" : { match, outcome };
  };
  return {
    memory,
    check: (...entry) => {
      const checked = check(...entry);
      templates.count(typeof checked === "object");
      return checked;
    },
    learn: (item, exchange) => templates.learn(item, exchange),
  };
}

/** The last entries of a kind, and the paths of the values that differed between two of them that a template fits. */
type EntryKind = { entries: readonly unknown[]; readonly varying: Set<string> };

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
  /** The kinds of the entries without a template. Creating one takes longer than reading many entries. */
  readonly #kinds = new Map<string, EntryKind>();
  #attempts = 0;
  /** Falls with each entry that is read in full, and rises up to 0 with each one that is checked from its bytes. */
  #balance = 0;
  #last = 0;

  constructor(memory: TemplateMemory, format: EntryFormat) {
    this.#memory = memory;
    this.#format = format;
  }

  /**
   * Adds a template of an entry that matches no other, if an earlier one was of its kind. The values that differed between entries of the
   * kind can have other values in entries that match.
   *
   * @param item a range of `TemplateMemory.window`
   */
  learn(item: RawJsonString, exchange: Exchange): void {
    if (this.#attempts >= MAX_ATTEMPTS || this.#templates.length >= MAX_TEMPLATES) return;
    const name = serializeKind(exchange);
    const kind = this.#kinds.get(name) ?? { entries: [], varying: new Set<string>() };
    const isRemembered = this.#kinds.has(name) || this.#kinds.size < MAX_KINDS;
    const frame = isRemembered ? readEntryFrame(this.#format, item) : undefined;
    if (frame === undefined || frame.json.length > MAX_FRAME_LENGTH) return;
    const { entry } = frame;
    const earlier = kind.entries.find((it) => this.#differsOnlyInOpenValues(it, entry, kind.varying));
    kind.entries = [entry, ...kind.entries].slice(0, MAX_ENTRIES_OF_KIND);
    this.#kinds.set(name, kind);
    if (earlier === undefined) return;
    this.#attempts += 1;
    const template = createEntryTemplate(this.#format, frame, kind.varying);
    const address = template && this.#memory.add(template);
    if (template !== undefined && address !== undefined)
      this.#templates.push({ template, address, backoff: new Backoff() });
  }

  #differsOnlyInOpenValues(one: unknown, other: unknown, varying: Set<string>): boolean {
    const paths = new Set<string>();
    if (!addDifferingPaths(this.#format, [one, other], paths)) return false;
    for (const path of paths) varying.add(path);
    return true;
  }

  /** Finds the template of an entry. Of the body, only valid UTF-8 is checked. */
  find({ bytes, start, end }: RawJsonString): CachedTemplate | undefined {
    // Clients repeat sequences of requests, so the template after the last one is tried first.
    for (let step = 1; step <= this.#templates.length; step += 1) {
      const index = (this.#last + step) % this.#templates.length;
      const candidate = this.#templates[index];
      if (candidate === undefined || !this.#memory.match(candidate.address, start, end)) continue;
      this.#last = index;
      return isUtf8(bytes.subarray(start, end)) ? candidate : undefined;
    }
    return undefined;
  }

  /** Counts whether an entry was checked from its bytes. If too few are, trying it costs more than it saves, and ends. */
  count(wasChecked: boolean): void {
    this.#balance = Math.min(0, this.#balance + (wasChecked ? GAIN : -1));
    if (this.#balance > MIN_BALANCE) return;
    this.#templates = [];
    this.#kinds.clear();
    this.#attempts = MAX_ATTEMPTS;
  }

  /** Builds the exchange of the entry that `find` was called with last. */
  build({ template }: CachedTemplate, { bytes }: RawJsonString, at: EntryOrigin): FastEntry | undefined {
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
      } else if (HEADER_TEXT.test(text)) headers[use] = replaceHeaderValue(headers[use], header, unescapeText(text));
      // The regular reader splits values at line breaks.
      else return undefined;
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
/** What an entry saves, in units of what a failed attempt costs. */
const GAIN = 2;
/** More than all templates of a recording that repeats itself need until they match. */
const MIN_BALANCE = -300;
/** Limits the pause to 2^6 - 2 entries. */
const MAX_FAILURES = 6;
const MAX_KINDS = 200;
/** Entries of different operations can alternate. */
const MAX_ENTRIES_OF_KIND = 3;
/** Limits the memory for kinds, together with their number. */
const MAX_FRAME_LENGTH = 16 * 1024;
/** A value of a header without escapes but those of quotation marks and backslashes. */
const HEADER_TEXT = /^(?:[^\\]|\\["\\/])*$/;
