import { isAscii, isUtf8 } from "node:buffer";
import type { Exchange, RawBodyValidator, RawJsonString } from "../../exchange.js";
import { createMissingBody } from "../../reader/recorded-body.js";
import type { EntryTemplateCache } from "./entry-template-cache.js";
import { readHarEntry } from "./har-entry.js";

/** An entry that was validated without parsing its response body. */
export type FastReadEntry<Outcome> = {
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly outcome: Outcome;
  readonly entry: unknown;
};

/**
 * Validates an entry without parsing its largest part, the text of the response body.
 *
 * The rest of the entry is parsed with a placeholder in place of the body text. `validateRawBody` checks that the skipped
 * bytes are the content of one JSON string. Returns undefined if the entry has to be read completely.
 *
 * @param item a buffer that contains the entry from `start` to `end`
 * @param context.templates templates of earlier entries, which usually avoid parsing the rest as well
 */
export function readEntryFast<Outcome>(
  item: RawJsonString,
  origin: { readonly source: string; readonly index: number },
  {
    validateRawBody,
    templates,
  }: { readonly validateRawBody: RawBodyValidator<Outcome>; readonly templates: EntryTemplateCache | undefined },
): FastReadEntry<Outcome> | undefined {
  const match = templates?.match(item, origin);
  if (match !== undefined) {
    const { exchange, body, entry } = match;
    const outcome = validateRawBody(exchange, body, match.exchangeTemplate);
    return outcome === undefined ? undefined : { exchange, body, outcome, entry };
  }
  const { bytes, start, end } = item;
  const body = findBody(bytes, start, end);
  if (body === undefined) return undefined;
  const entry = parseWithoutBody(bytes, body, { start, end });
  const reading = readHarEntry(entry, origin);
  if (reading.kind !== "exchange") return undefined;
  const { response } = reading.exchange;
  // Confirms that the placeholder is the text of the response body and not another value.
  if (response.body.kind !== "text" || response.body.text !== BODY_PLACEHOLDER) return undefined;
  const exchange = { ...reading.exchange, response: { ...response, body: BODY_NOT_EXTRACTED } };
  const outcome = validateRawBody(exchange, body);
  if (outcome === undefined) return undefined;
  templates?.learn({ item, body, entry, exchange });
  return { exchange, body, outcome, entry };
}

/** Guesses the range of the first `text` in `response`. Inside other strings, quotation marks are escaped. */
function findBody(bytes: Buffer, start: number, end: number): RawJsonString | undefined {
  const response = bytes.indexOf(RESPONSE, start);
  const name = response < 0 || response >= end ? -1 : bytes.indexOf(TEXT, response);
  if (name < 0 || name >= end) return undefined;
  let at = name + TEXT.length;
  while (bytes[at] === 0x20) at += 1;
  // Assumes that the body ends at the last quotation mark after a bracket; validation detects an earlier end.
  const tail = Math.max(at, end - MAX_TAIL);
  const object = bytes.subarray(tail, end).lastIndexOf(OBJECT_END);
  const array = bytes.subarray(tail + Math.max(0, object), end).lastIndexOf(ARRAY_END);
  const close = array < 0 ? object : Math.max(0, object) + array;
  if (bytes[at] !== 0x22 || close < 0 || tail + close - at < MIN_BODY) return undefined;
  return { bytes, start: at + 1, end: tail + close + 1 };
}

/** Parses the entry with a placeholder as its body. Returns undefined if it is invalid or contains the placeholder. */
function parseWithoutBody(bytes: Buffer, body: RawJsonString, { start, end }: { start: number; end: number }): unknown {
  const whole = bytes.subarray(start, end);
  const isPlain = isAscii(whole);
  if (!isPlain && !isUtf8(whole)) return undefined;
  const encoding = isPlain ? "latin1" : "utf8";
  const head = bytes.toString(encoding, start, body.start);
  const tail = bytes.toString(encoding, body.end, end);
  const rest = head + tail;
  if (rest.includes(BODY_PLACEHOLDER) || rest.includes("\\u")) return undefined;
  try {
    return JSON.parse(head + BODY_PLACEHOLDER + tail);
  } catch {
    return undefined;
  }
}

/** JSON can encode these letters only literally or as `\u` escapes, so a search for both proves that it is absent. */
const BODY_PLACEHOLDER = "body-left-in-the-recording";
const BODY_NOT_EXTRACTED = createMissingBody("the body was checked in the recording and was not extracted");

const RESPONSE = Buffer.from('"response":');
const TEXT = Buffer.from('"text":');
const OBJECT_END = Buffer.from('}"');
const ARRAY_END = Buffer.from(']"');

/** For smaller bodies, the fast path is not faster. */
const MIN_BODY = 256;
const MAX_TAIL = 16 * 1024;

/**
 * Skips the fast path with exponential backoff. If consecutive exchanges need full validation anyway, trying the fast path
 * first costs more than it saves.
 */
export class FastPathBackoff<Outcome> {
  readonly #validator: RawBodyValidator<Outcome> | undefined;
  #failures = 0;
  #pause = 0;
  /** The last entry that was validated or skipped; no entry is tried twice. */
  #last = -1;

  constructor(validateRawBody: RawBodyValidator<Outcome> | undefined) {
    this.#validator = validateRawBody;
  }

  /** Returns the validator for an entry, or undefined to skip the fast path. */
  getValidator(index: number): RawBodyValidator<Outcome> | undefined {
    const validateRawBody = this.#validator;
    if (validateRawBody === undefined || this.#last === index) return undefined;
    if (this.#pause > 0) {
      this.#pause -= 1;
      this.#last = index;
      return undefined;
    }
    return (exchange, body, template) => {
      this.#last = index;
      const outcome = validateRawBody(exchange, body, template);
      this.#failures = outcome === undefined ? Math.min(this.#failures + 1, MAX_BACKOFF) : 0;
      this.#pause = outcome === undefined ? 2 ** this.#failures - 2 : 0;
      return outcome;
    };
  }
}

/** Limits the pause to 2^6 - 2 entries. */
const MAX_BACKOFF = 6;
