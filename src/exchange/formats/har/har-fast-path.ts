import { isAscii, isUtf8 } from "node:buffer";
import type { Exchange, RawBodyValidator, RawJsonString } from "../../exchange.js";
import { createMissingBody } from "../../reader/recorded-body.js";
import type { EntryTemplateCache } from "./entry-template-cache.js";
import { readHarEntry } from "./har-entry.js";

/** An entry whose body was passed over, and that body. */
export type FastReadEntry<Outcome> = {
  readonly exchange: Exchange;
  readonly body: RawJsonString;
  readonly outcome: Outcome;
  readonly entry: unknown;
};

/**
 * Has an entry judged without making a value of what takes up most of it: the text of its answer's body.
 *
 * The text is cut out and the rest is parsed with a mark in its place. That the bytes between were the content of a string,
 * and nothing else, is for `validateRawBody` to find; where it does not, or anything else is unusual, the entry is read as a whole.
 *
 * @param item a buffer that holds the entry from `start` to `end`
 * @param means.templates what is known of entries before it, which mostly spares parsing the rest as well
 */
export function readEntryFast<Outcome>(
  item: RawJsonString,
  origin: { readonly source: string; readonly index: number },
  {
    validateRawBody,
    templates,
  }: { readonly validateRawBody: RawBodyValidator<Outcome>; readonly templates: EntryTemplateCache | undefined },
): FastReadEntry<Outcome> | undefined {
  const filled = templates?.match(item, origin);
  if (filled !== undefined) {
    const outcome = validateRawBody(filled.exchange, filled.body, filled.exchangeTemplate);
    const { exchange, body, entry } = filled;
    return outcome === undefined ? undefined : { exchange, body, outcome, entry };
  }
  const { bytes, start, end } = item;
  const body = findBody(bytes, start, end);
  if (body === undefined) return undefined;
  const entry = parseWithoutBody(bytes, body, { start, end });
  const reading = readHarEntry(entry, origin);
  if (reading.kind !== "exchange") return undefined;
  const { response } = reading.exchange;
  // The mark is the text of the body exactly where the text was.
  if (response.body.kind !== "text" || response.body.text !== BODY_PLACEHOLDER) return undefined;
  const exchange = { ...reading.exchange, response: { ...response, body: BODY_NOT_EXTRACTED } };
  const outcome = validateRawBody(exchange, body);
  if (outcome === undefined) return undefined;
  templates?.learn({ item, body, entry, exchange });
  return { exchange, body, outcome, entry };
}

/** Where the first text in `response` probably stands. What is in another text has its quotation marks escaped. */
function findBody(bytes: Buffer, start: number, end: number): RawJsonString | undefined {
  const response = bytes.indexOf(RESPONSE, start);
  const name = response < 0 || response >= end ? -1 : bytes.indexOf(TEXT, response);
  if (name < 0 || name >= end) return undefined;
  let at = name + TEXT.length;
  while (bytes[at] === 0x20) at += 1;
  // The last mark behind a bracket; that there is none before it will be seen.
  const tail = Math.max(at, end - MAX_TAIL);
  const object = bytes.subarray(tail, end).lastIndexOf(OBJECT_END);
  const array = bytes.subarray(tail + Math.max(0, object), end).lastIndexOf(ARRAY_END);
  const close = array < 0 ? object : Math.max(0, object) + array;
  if (bytes[at] !== 0x22 || close < 0 || tail + close - at < MIN_BODY) return undefined;
  return { bytes, start: at + 1, end: tail + close + 1 };
}

/** The entry with a mark for its body; undefined when it is no JSON, or when the mark could also come from elsewhere. */
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

/** Letters stand for themselves or are written with `\u`: a text without either does not hold this. */
const BODY_PLACEHOLDER = "body-left-in-the-recording";
const BODY_NOT_EXTRACTED = createMissingBody(
  "the body was judged as it stood in the recording, and was not taken out of it",
);

const RESPONSE = Buffer.from('"response":');
const TEXT = Buffer.from('"text":');
const OBJECT_END = Buffer.from('}"');
const ARRAY_END = Buffer.from(']"');

/** Less than this is parsed as fast as it is cut out. */
const MIN_BODY = 256;
const MAX_TAIL = 16 * 1024;
