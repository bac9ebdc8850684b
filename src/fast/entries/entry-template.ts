import type { Exchange, RawJsonString } from "../../exchange/exchange.js";
import { isPlainObject, type UnknownRecord } from "../../exchange/reader/entry-error.js";
import { createMissingBody } from "../../exchange/reader/recorded-body.js";
import { BODY_SLOT, NO_SLOT, NUMBER_SLOT, PLAIN_SLOT, SIZE_SLOT, TEXT_SLOT } from "../web-assembly/layout.js";
import type { EntryFormat } from "./entry-format.js";
import type { TemplateSegment } from "./template-memory.js";

/** A value that varies. */
export type TemplateSlot = {
  /** What is allowed there (see web-assembly/layout.ts). */
  readonly kind: number;
  readonly use: "body" | "started" | "time" | "url" | "request body" | "request header" | "response header" | "nothing";
  /** The start of the value that is fixed: if only the rest of a URL after the origin varies, the URL stays valid. */
  readonly prefix: string;
  /** The index of the header that the slot is the value of. */
  readonly header: number;
};

/** A group of entries that differ only in their slots. */
export type EntryTemplate = {
  readonly segments: readonly TemplateSegment[];
  /** The bytes after the body. In browsers, they contain times, so that other entries have a few more or less. */
  readonly tailLength: number;
  readonly slots: readonly TemplateSlot[];
  /** The exchange without its response body and its duration, which only webhook deliveries need. */
  readonly exchange: Exchange;
};

/**
 * Creates a template from an entry. Returns undefined if its body was not found, or if it is unusual.
 *
 * The value of a slot must not affect how the rest of the entry is read.
 *
 * @param item a buffer that contains the entry from `start` to `end`
 */
export function createEntryTemplate(
  format: EntryFormat,
  { bytes, start, end }: RawJsonString,
): EntryTemplate | undefined {
  const body = findBody(format.bodyName, bytes, { start, end });
  if (body === undefined) return undefined;
  const [head, tail] = [bytes.toString("latin1", start, body.start), bytes.toString("latin1", body.end, end)];
  if (!ASCII_TEXT.test(head + tail) || UNSAFE.test(head + tail)) return undefined;
  const json = head + BODY_PLACEHOLDER + tail;
  const read = readTemplateEntry(format, json);
  const scalars = read && locateScalars(json, read.entry);
  if (read === undefined || scalars === undefined) return undefined;
  const segments: TemplateSegment[] = [];
  const slots: TemplateSlot[] = [];
  let at = 0;
  for (const scalar of scalars) {
    const slot = createSlot(format, scalar, read.exchange);
    if (slot === undefined) continue;
    const quotes = scalar.raw.startsWith('"') ? 1 : 0;
    const from = scalar.end - scalar.raw.length + quotes + slot.prefix.length;
    segments.push({ bytes: Buffer.from(json.slice(at, from)), slot: slot.kind });
    slots.push(slot);
    at = scalar.end - quotes;
  }
  segments.push({ bytes: Buffer.from(json.slice(at)), slot: NO_SLOT });
  return { segments, tailLength: tail.length, slots, exchange: read.exchange };
}

/** Serializes what is the same in all entries of a template, except the fields that exchanges lack. */
export function serializeFixedParts({ request, response }: Exchange): string {
  let text = `${request.method} ${request.body.kind} ${response.status} ${ORIGIN.exec(request.url)?.[0]}`;
  for (const headers of [request.headers, response.headers])
    for (const [name, value] of headers) text += `\n${name}: ${VARYING_HEADERS.test(name) ? "" : value}`;
  return text;
}

type ByteRange = { readonly start: number; readonly end: number };

/** Guesses the range of the first body in `response`. Inside other strings, quotation marks are escaped. */
function findBody(bodyName: Buffer, bytes: Buffer, { start, end }: ByteRange): ByteRange | undefined {
  const response = bytes.indexOf(RESPONSE, start);
  const name = response < 0 || response >= end ? -1 : bytes.indexOf(bodyName, response);
  if (name < 0 || name >= end) return undefined;
  let at = name + bodyName.length;
  while (bytes[at] === 0x20) at += 1;
  // Assumes that the body ends at the last quotation mark after a bracket; validation detects an earlier end.
  const tail = Math.max(at, end - MAX_TAIL);
  const object = bytes.subarray(tail, end).lastIndexOf(OBJECT_END);
  const array = bytes.subarray(tail + Math.max(0, object), end).lastIndexOf(ARRAY_END);
  const close = array < 0 ? object : Math.max(0, object) + array;
  if (bytes[at] !== 0x22 || close < 0 || tail + close < at + 1) return undefined;
  return { start: at + 1, end: tail + close + 1 };
}

type TemplateEntry = { readonly entry: UnknownRecord; readonly exchange: Exchange };

/** Reads a complete entry whose response body is the placeholder. Returns undefined for any other. */
function readTemplateEntry(format: EntryFormat, json: string): TemplateEntry | undefined {
  try {
    const entry: unknown = JSON.parse(json);
    const reading = format.read(entry, { source: "", index: 0 }, json);
    if (reading.kind !== "exchange" || !isPlainObject(entry)) return undefined;
    const { durationMs: _, ...exchange } = reading.exchange;
    const { response, incomplete, gaps, notLogged, webhook } = exchange;
    const isComplete = [incomplete, gaps, notLogged, webhook].every((it) => it === undefined);
    // Confirms that the placeholder is the text of the response body and not another value.
    if (!isComplete || response.body.kind !== "text" || response.body.text !== BODY_PLACEHOLDER) return undefined;
    return { entry, exchange: { ...exchange, response: { ...response, body: BODY_NOT_EXTRACTED } } };
  } catch {
    return undefined;
  }
}

/** A name, or a scalar at its place in the parsed entry. */
type Token = { readonly owner: UnknownRecord; readonly key: string; readonly value: unknown; readonly path: string };

/** Yields names and scalars in the order of the text. */
function* listTokens(owner: UnknownRecord, path: string): Generator<Token> {
  for (const [key, value] of Object.entries(owner)) {
    if (!Array.isArray(owner)) yield { owner, key, value: key, path: "" };
    const inner = `${path}/${key}`;
    if (typeof value === "object" && value !== null) yield* listTokens(value as UnknownRecord, inner);
    else yield { owner, key, value, path: inner };
  }
}

type LocatedScalar = Token & { readonly raw: string; readonly end: number };

/** Locates the scalars of an entry in its text. Returns undefined if a name occurs twice, or names are not in their order. */
function locateScalars(json: string, entry: UnknownRecord): LocatedScalar[] | undefined {
  const found: LocatedScalar[] = [];
  TOKEN.lastIndex = 0;
  for (const token of listTokens(entry, "")) {
    const raw = TOKEN.exec(json)?.[1];
    if (raw === undefined || JSON.parse(raw) !== token.value) return undefined;
    if (token.path !== "") found.push({ ...token, raw, end: TOKEN.lastIndex });
  }
  return found;
}

const TOKEN = /[\s,:{}[\]]*("(?:[^"\\]|\\.)*"|[^\s,:{}[\]"]+)/y;

function createSlot(format: EntryFormat, scalar: LocatedScalar, exchange: Exchange): TemplateSlot | undefined {
  const { path, raw } = scalar;
  const create = (kind: number, use: TemplateSlot["use"], more?: Partial<TemplateSlot>): TemplateSlot => ({
    ...{ kind, use, prefix: "", header: -1 },
    ...more,
  });
  if (/^-?\d/.test(raw)) {
    if (path === format.time) return create(NUMBER_SLOT, "time");
    // The reader only checks whether a size is positive.
    if (format.sizes.test(path)) return Number(raw) > 0 ? create(SIZE_SLOT, "nothing") : undefined;
    return format.ignored.test(path) ? create(NUMBER_SLOT, "nothing") : undefined;
  }
  if (!raw.startsWith('"')) return undefined;
  const text = raw.slice(1, -1);
  if (text === BODY_PLACEHOLDER) return create(BODY_SLOT, "body");
  if (path === format.started) return create(PLAIN_SLOT, "started");
  if (format.ignored.test(path)) return create(PLAIN_SLOT, "nothing");
  const [origin] = path === "/request/url" ? (ORIGIN.exec(text) ?? []) : [];
  if (origin !== undefined) return create(PLAIN_SLOT, "url", { prefix: origin });
  if (path === format.requestBody && exchange.request.body.kind === "text" && text !== "")
    return create(TEXT_SLOT, "request body");
  const header = findHeader(format, scalar, exchange);
  return header && create(PLAIN_SLOT, `${header.side} header`, { header: header.index });
}

/** The side and the index of the header that a scalar is the value of, if that varies. */
function findHeader(format: EntryFormat, { path, value, owner }: LocatedScalar, exchange: Exchange) {
  // A header is an object or a pair.
  const name = owner.name ?? owner["0"];
  const [, side = "", item = ""] = format.headerValue.exec(path) ?? [];
  if ((side !== "request" && side !== "response") || !VARYING_HEADERS.test(String(name))) return undefined;
  // The value determines whether the body counts as missing.
  if (side === "request" && exchange.request.body.kind === "none" && /^content-length$/i.test(String(name)))
    return undefined;
  const pointers = exchange.origin.headerPointers?.[side];
  const index = pointers === undefined ? Number(item) : pointers.indexOf(`/${item}`);
  const [knownName, knownValue] = exchange[side].headers[index] ?? [];
  return knownName === name && knownValue === value ? ({ side, index } as const) : undefined;
}

const ORIGIN = /^https?:\/\/[^/?#\\]+\//;

/** Headers whose value differs in each exchange. */
const VARYING_HEADERS =
  /^(date|age|expires|last-modified|content-length|server-timing|traceparent|idempotency-key|(.*[-_])?id)$/i;

/** JSON can encode these letters only literally or as `\u` escapes, so a search for both proves that it is absent. */
const BODY_PLACEHOLDER = "body-left-in-the-recording";
const UNSAFE = new RegExp(`${BODY_PLACEHOLDER}|\\\\u`);
const BODY_NOT_EXTRACTED = createMissingBody("the body was checked in the recording and was not extracted");
const ASCII_TEXT = /^[\x20-\x7e\s]*$/;

const RESPONSE = Buffer.from('"response":');
const OBJECT_END = Buffer.from('}"');
const ARRAY_END = Buffer.from(']"');

const MAX_TAIL = 16 * 1024;
