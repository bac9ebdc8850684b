import { isAscii, isUtf8 } from "node:buffer";
import type { Exchange, RawJsonString } from "../../exchange/exchange.js";
import { readHarEntry } from "../../exchange/formats/har/har-entry.js";
import { createMissingBody } from "../../exchange/reader/recorded-body.js";

/** An entry from which a template can be created. */
export type TemplateExample = {
  readonly item: RawJsonString;
  /** The response body within `item`. */
  readonly body: RawJsonString;
  /** The parsed entry, with a placeholder in place of that body. */
  readonly entry: unknown;
  /** The exchange, with a missing response body. */
  readonly exchange: Exchange;
};

/**
 * Finds the response body in the bytes of an entry, by parsing the rest with a placeholder in its place.
 *
 * @param item a buffer that contains the entry from `start` to `end`
 * @returns undefined if the body was not found, or if the exchange is not complete
 */
export function readTemplateExample(
  item: RawJsonString,
  origin: { readonly source: string; readonly index: number },
): TemplateExample | undefined {
  const { bytes, start, end } = item;
  const body = findBody(bytes, start, end);
  if (body === undefined) return undefined;
  const entry = parseWithoutBody(bytes, body, { start, end });
  const reading = readHarEntry(entry, origin);
  if (reading.kind !== "exchange") return undefined;
  const { response, incomplete, gaps, notLogged, webhook } = reading.exchange;
  const isComplete = [incomplete, gaps, notLogged, webhook].every((it) => it === undefined);
  // Confirms that the placeholder is the text of the response body and not another value.
  if (!isComplete || response.body.kind !== "text" || response.body.text !== BODY_PLACEHOLDER) return undefined;
  return { item, body, entry, exchange: { ...reading.exchange, response: { ...response, body: BODY_NOT_EXTRACTED } } };
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
  if (bytes[at] !== 0x22 || close < 0 || tail + close < at + 1) return undefined;
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

const MAX_TAIL = 16 * 1024;
