import { tryParseJson } from "../../document/index.js";
import type { Exchange, RawJsonString } from "../../recording/exchange.js";
import { getHeaderValues, hasBoundary } from "../../recording/message.js";
import { createMissingBody, type UnknownRecord } from "../../recording/reader/parsed-entry.js";
import { createInstance, READ_AHEAD_BYTES, WASM_PAGE_SIZE, type WasmExports } from "../web-assembly/instance.js";
import {
  BODY_SLOT,
  MAX_SLOTS,
  NO_SLOT,
  NUMBER_SLOT,
  PLAIN_SLOT,
  SIZE_SLOT,
  SLOTS_START,
  TEMPLATES_START,
  TEXT_SLOT,
  WINDOW_START,
} from "../web-assembly/layout.js";
import type { EntryFormat } from "./entry-format.js";

/** Bytes that are the same in all entries of a template, and the slot after them (see web-assembly/layout.ts). */
type TemplateSegment = { readonly bytes: Uint8Array; readonly slot: number };

/**
 * WebAssembly memory with the current window of a recording and the templates to match its entries against (see
 * web-assembly/assembly/match.ts). Offsets count from the start of the window.
 */
export class TemplateMemory {
  readonly #memory: WebAssemblyMemory;
  readonly #exports: WasmExports;
  #slots: Int32Array;
  #end = TEMPLATES_START;
  /** The bytes of the recording. `enlarge` replaces the buffer by a larger one with the same content. */
  window: Buffer;

  /** @throws {Error} if WebAssembly or its memory is not available. */
  constructor() {
    const { memory, exports } = createInstance(WINDOW_START);
    this.#memory = memory;
    this.#exports = exports;
    this.#slots = createSlotView(memory);
    this.window = createWindow(memory);
  }

  /** @throws {RangeError} if there is not enough memory. */
  enlarge(size: number): void {
    this.#memory.grow(Math.ceil((size - this.window.length) / WASM_PAGE_SIZE));
    this.#slots = createSlotView(this.#memory);
    this.window = createWindow(this.#memory);
  }

  /** Stores a template and returns its address, or undefined if there is no space. */
  add({ segments, tailLength }: { segments: readonly TemplateSegment[]; tailLength: number }): number | undefined {
    const parts = segments.flatMap(({ bytes, slot }) => {
      const padding = Buffer.alloc((8 - (bytes.length % 8)) % 8);
      return [Buffer.from(Int32Array.of(bytes.length, slot).buffer), bytes, padding];
    });
    const template = Buffer.concat([Buffer.from(Int32Array.of(tailLength, 0).buffer), ...parts]);
    const at = this.#end;
    if (segments.length > MAX_SLOTS || at + template.length > WINDOW_START) return undefined;
    this.#end += template.length;
    new Uint8Array(this.#memory.buffer).set(template, at);
    return at;
  }

  /** Whether an entry matches a template. */
  match(template: number, start: number, end: number): boolean {
    return this.#exports.match(template, WINDOW_START + start, WINDOW_START + end) === 1;
  }

  /** The start of a slot of the last match. */
  slotStart(index: number): number {
    return (this.#slots[index * 2] ?? 0) - WINDOW_START;
  }

  slotEnd(index: number): number {
    return (this.#slots[index * 2 + 1] ?? 0) - WINDOW_START;
  }
}

function createSlotView({ buffer }: WebAssemblyMemory): Int32Array {
  return new Int32Array(buffer, SLOTS_START, 2 * MAX_SLOTS);
}

/** Leaves zero bytes after the window: the module reads several bytes at a time, and every search ends there. */
function createWindow({ buffer }: WebAssemblyMemory): Buffer {
  return Buffer.from(buffer, WINDOW_START, buffer.byteLength - WINDOW_START - READ_AHEAD_BYTES);
}

/** A value that varies. */
type TemplateSlot = {
  /** What is allowed there (see web-assembly/layout.ts). */
  readonly kind: number;
  /** `request` and `response`: the value of a header. */
  readonly use: "body" | "started" | "time" | "url" | "request body" | "request" | "response" | "nothing";
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

/** An entry with a placeholder for its response body, as text and parsed. */
type EntryFrame = { readonly json: string; readonly entry: unknown; readonly tailLength: number };

/**
 * Returns undefined if the body was not found, or if the entry is unusual.
 *
 * @param item a buffer that contains the entry from `start` to `end`
 */
export function readEntryFrame(format: EntryFormat, { bytes, start, end }: RawJsonString): EntryFrame | undefined {
  const body = findBody(format.bodyName, bytes, { start, end });
  if (body === undefined) return undefined;
  const [head, tail] = [bytes.toString("latin1", start, body.start), bytes.toString("latin1", body.end, end)];
  if (!ASCII_TEXT.test(head + tail) || UNSAFE.test(head + tail)) return undefined;
  const json = head + BODY_PLACEHOLDER + tail;
  const entry = tryParseJson(json);
  return entry === undefined ? undefined : { json, entry, tailLength: tail.length };
}

/**
 * Creates a template from an entry. Returns undefined if the entry is unusual.
 *
 * The value of a slot must not affect how the rest of the entry is read.
 *
 * @param varying the paths of values that differ between entries of this kind
 */
export function createEntryTemplate(
  format: EntryFormat,
  { json, entry, tailLength }: EntryFrame,
  varying: ReadonlySet<string>,
): EntryTemplate | undefined {
  const exchange = readTemplateExchange(format, json, entry);
  const scalars = exchange && locateScalars(json, entry as UnknownRecord);
  if (exchange === undefined || scalars === undefined) return undefined;
  const segments: TemplateSegment[] = [];
  const slots: TemplateSlot[] = [];
  let at = 0;
  for (const scalar of scalars) {
    const slot = createSlot(format, { ...scalar, isVarying: varying.has(scalar.path) }, exchange);
    if (slot === undefined) continue;
    const quotes = scalar.raw.startsWith('"') ? 1 : 0;
    const from = scalar.end - scalar.raw.length + quotes + slot.prefix.length;
    segments.push({ bytes: Buffer.from(json.slice(at, from)), slot: slot.kind });
    slots.push(slot);
    at = scalar.end - quotes;
  }
  segments.push({ bytes: Buffer.from(json.slice(at)), slot: NO_SLOT });
  return { segments, tailLength, slots, exchange };
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

/** Reads a complete entry whose response body is the placeholder. Returns undefined for any other. */
function readTemplateExchange(format: EntryFormat, json: string, entry: unknown): Exchange | undefined {
  const reading = format.read(entry, { source: "", index: 0 }, json);
  if (reading.kind !== "exchange") return undefined;
  const { durationMs: _, ...exchange } = reading.exchange;
  const { response, incomplete, gaps, notLogged, webhook } = exchange;
  const isComplete = [incomplete, gaps, notLogged, webhook].every((it) => it === undefined);
  // Confirms that the placeholder is the text of the response body and not another value.
  if (!isComplete || response.body.kind !== "text" || response.body.text !== BODY_PLACEHOLDER) return undefined;
  return { ...exchange, response: { ...response, body: BODY_NOT_EXTRACTED } };
}

/** A name, or a scalar at its place in the parsed entry. */
type Token = { readonly owner: UnknownRecord; readonly key: string; readonly value: unknown; readonly path: string };

/** Yields names and scalars in the order of the text. */
function* listTokens(owner: UnknownRecord, path: string): Generator<Token> {
  for (const [key, value] of Object.entries(owner)) {
    if (!Array.isArray(owner)) yield { owner, key, value: key, path: "" };
    const inner = `${path}/${key}`;
    if (isContainer(value)) yield* listTokens(value, inner);
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

type TemplateScalar = LocatedScalar & { readonly isVarying: boolean };

function isIgnoredPath({ ignored, unread }: EntryFormat, { path, isVarying }: TemplateScalar): boolean {
  return ignored.test(path) || (isVarying && unread.test(path));
}

function createSlot(format: EntryFormat, scalar: TemplateScalar, exchange: Exchange): TemplateSlot | undefined {
  const { path, raw } = scalar;
  const isIgnored = isIgnoredPath(format, scalar);
  const create = (kind: number, use: TemplateSlot["use"], more?: Partial<TemplateSlot>): TemplateSlot => ({
    ...{ kind, use, prefix: "", header: -1 },
    ...more,
  });
  if (/^-?\d/.test(raw)) {
    if (path === format.time) return create(NUMBER_SLOT, "time");
    if (format.sizes.test(path))
      return canVarySize(path, Number(raw), exchange) ? create(SIZE_SLOT, "nothing") : undefined;
    return isIgnored ? create(NUMBER_SLOT, "nothing") : undefined;
  }
  if (!raw.startsWith('"')) return undefined;
  const text = raw.slice(1, -1);
  if (text === BODY_PLACEHOLDER) return create(BODY_SLOT, "body");
  if (path === format.started) return create(PLAIN_SLOT, "started");
  if (isIgnored) return create(TEXT_SLOT, "nothing");
  const [origin] = path === "/request/url" ? (ORIGIN.exec(text) ?? []) : [];
  if (origin !== undefined) return create(PLAIN_SLOT, "url", { prefix: origin });
  if (path === format.requestBody && text !== "" && canVaryRequestBody(exchange))
    return create(TEXT_SLOT, "request body");
  const header = findHeader(format, scalar, exchange);
  return header && create(TEXT_SLOT, header.side, { header: header.index });
}

/**
 * Whether only the sign of a size is read. The reason for a body that is missing names the size, and the sizes of a 304 response show
 * whether its body is from a cache.
 */
function canVarySize(path: string, size: number, { request, response }: Exchange): boolean {
  return size > 0 && response.status !== 304 && !(path === "/request/bodySize" && request.body.kind === "missing");
}

/** The side and the index of the header that a scalar is the value of, if that varies. */
function findHeader(format: EntryFormat, { path, value, owner, isVarying }: TemplateScalar, exchange: Exchange) {
  // A header is an object or a pair.
  const name = owner.name ?? owner["0"];
  const [, side = "", item = ""] = format.headerValue.exec(path) ?? [];
  if (side !== "request" && side !== "response") return undefined;
  if (!isVarying && !VARYING_HEADERS.test(String(name))) return undefined;
  // The value determines whether the body counts as missing, and why.
  const isBodyRead = side === "response" || !["none", "missing"].includes(exchange.request.body.kind);
  if (!isBodyRead && /^content-length$/i.test(String(name))) return undefined;
  const pointers = exchange.origin.headerPointers?.[side];
  const index = pointers === undefined ? Number(item) : pointers.indexOf(`/${item}`);
  const [knownName, knownValue] = exchange[side].headers[index] ?? [];
  return knownName === name && knownValue === value ? ({ side, index } as const) : undefined;
}

/** The parts of a form, and its length, show whether the content of a file is recorded. */
function canVaryRequestBody({ request }: Exchange): boolean {
  return request.body.kind === "text" && !getHeaderValues(request.headers, "content-type").some(hasBoundary);
}

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

/** Which entries probably fit one template, and in which values they differ. */

/** Serializes what is the same in all entries of a kind: the template of one probably fits the others. */
export function serializeKind({ request, response }: Exchange): string {
  let text = `${request.method} ${request.body.kind} ${response.status} ${ORIGIN.exec(request.url)?.[0]}`;
  for (const headers of [request.headers, response.headers])
    for (const [name, value] of headers) text += `\n${name}${READ_HEADERS.test(name) ? `: ${value}` : ""}`;
  return text;
}

/**
 * Adds the paths of the scalars that differ between two entries. Returns false if the entries differ in more than the values that a template
 * leaves open.
 */
export function addDifferingPaths(
  format: EntryFormat,
  [one, other]: readonly [unknown, unknown],
  paths: Set<string>,
  path = "",
): boolean {
  if (path.length > MAX_PATH_LENGTH) return false;
  if (!isContainer(one) || !isContainer(other)) {
    if (one === other) return true;
    paths.add(path);
    return !isContainer(one) && !isContainer(other) && canVary(format, path);
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => name in other && addDifferingPaths(format, [one[name], other[name]], paths, `${path}/${name}`),
    )
  );
}

function canVary({ started, time, requestBody, ...format }: EntryFormat, path: string): boolean {
  return (
    [started, time, requestBody, "/request/url"].includes(path) ||
    [format.headerValue, format.ignored, format.unread, format.sizes].some((pattern) => pattern.test(path))
  );
}

function isContainer(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null;
}

/** Bounds the recursion. No value that varies is as deep. */
const MAX_PATH_LENGTH = 500;

/** Headers that decide how a body is read. */
const READ_HEADERS = /^(content-(type|encoding)|transfer-encoding)$/i;

/** The part of a URL that all entries of a kind share. */
const ORIGIN = /^https?:\/\/[^/?#\\]+\//;
