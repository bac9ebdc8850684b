import type { Exchange, ExchangeTemplate } from "../../exchange/exchange.js";
import { isPlainObject } from "../../exchange/reader/entry-error.js";
import type { TemplateExample } from "./template-example.js";
import type { SlotKind, TemplateSegment } from "./template-match/template-memory.js";

/** A variable value between two fixed segments of a template. */
export type TemplateSlot = {
  readonly kind: SlotKind;
  readonly use: "started" | "time" | "url" | "request body" | "request header" | "response header" | "nothing";
  /** The index of the header that the slot is the value of, or -1. */
  readonly header: number;
};

/** A group of entries that differ only in their slots and in the response body, which is between head and tail. */
export type EntryTemplate = {
  readonly head: readonly TemplateSegment[];
  readonly tail: readonly TemplateSegment[];
  /** The slots of the head, then those of the tail. */
  readonly slots: readonly TemplateSlot[];
  readonly exchange: Exchange;
  readonly exchangeTemplate: ExchangeTemplate;
};

/**
 * Creates a template from an entry, or returns undefined for unusual entries.
 *
 * The value of a slot must not affect how the rest of the entry is read. Each slot must be at the same path in the bytes
 * and in the parsed entry, which excludes duplicate property names.
 */
export function createEntryTemplate({ item, body, entry, exchange }: TemplateExample): EntryTemplate | undefined {
  const head = item.bytes.toString("latin1", item.start, body.start);
  const tail = item.bytes.toString("latin1", body.end, item.end);
  const scalars = findScalars(head + tail);
  if (scalars === undefined || !ASCII_TEXT.test(head + tail)) return undefined;
  const slots: LocatedSlot[] = [];
  for (const scalar of scalars) {
    const slot = createSlot(scalar, entry, exchange);
    if (slot === undefined) continue;
    if (slots.some(({ path }) => path === scalar.path) || !isAtPath(scalar, entry)) return undefined;
    slots.push({ ...scalar, slot, start: scalar.start + getVariableStart(slot, scalar.text) });
  }
  const varyingHeaders = slots.flatMap(({ slot }) => {
    const headers = slot.use === "request header" ? exchange.request.headers : exchange.response.headers;
    return slot.header < 0 ? [] : [headers[slot.header]?.[0] ?? ""];
  });
  return {
    head: splitSegments(head, slots, 0),
    tail: splitSegments(tail, slots, head.length),
    slots: slots.map(({ slot }) => slot),
    exchange,
    exchangeTemplate: { varyingHeaders },
  };
}

/** Serializes what is the same in all entries of a template, except the fields that exchanges lack. */
export function serializeFixedParts({ request, response }: Exchange): string {
  let text = `${request.method} ${request.body.kind} ${response.status} ${ORIGIN.exec(request.url)?.[0] ?? request.url}`;
  for (const headers of [request.headers, response.headers])
    for (const [name, value] of headers) text += `\n${name}: ${VARYING_HEADERS.test(name) ? "" : value}`;
  return text;
}

/** A string or number in the JSON text; `text` is without quotation marks. */
type LocatedScalar = { readonly path: string; readonly text: string; readonly start: number; readonly isText: boolean };
type LocatedSlot = LocatedScalar & { readonly slot: TemplateSlot };

const ASCII_TEXT = /^[\x20-\x7e\s]*$/;
const TOKEN = /"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|([{[])|([}\]])|(,)|[:\s]|true|false|null/y;

type OpenContainer = { readonly isList: boolean; key: string | undefined; index: number };

/** Finds all strings and numbers in a JSON text. Returns undefined if a property name contains an escape or a slash. */
function findScalars(json: string): LocatedScalar[] | undefined {
  const found: LocatedScalar[] = [];
  const open: OpenContainer[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < json.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(json);
    if (match === null) return undefined;
    const [token, text, number, opening, closing, comma] = match;
    const top = open.at(-1);
    const isName = text !== undefined && top?.isList === false && top.key === undefined;
    if (isName && /[\\/]/.test(text)) return undefined;
    if (isName) top.key = text;
    else if (opening !== undefined) open.push({ isList: opening === "[", key: undefined, index: 0 });
    else if (closing !== undefined) open.pop();
    else if (comma !== undefined && top !== undefined) advance(top);
    else if (text !== undefined) found.push({ path: formatPath(open), text, start: start + 1, isText: true });
    else if (number !== undefined) found.push({ path: formatPath(open), text: token, start, isText: false });
  }
  return found;
}

function advance(level: OpenContainer): void {
  level.key = undefined;
  level.index += 1;
}

function formatPath(open: readonly OpenContainer[]): string {
  return open.map(({ isList, key, index }) => `/${isList ? index : key}`).join("");
}

function createSlot(
  { path, text, isText }: LocatedScalar,
  entry: unknown,
  exchange: Exchange,
): TemplateSlot | undefined {
  const kind = isText ? "plain" : "number";
  const simple = SLOT_USES.get(path);
  if (simple !== undefined && simple.isText === isText) return { kind, use: simple.use, header: -1 };
  if (!isText && path.startsWith("/timings/")) return IGNORED_NUMBER;
  // The reader only checks whether a size is positive.
  if (!isText && SIZE_POINTERS.has(path) && Number(text) > 0) return IGNORED_SIZE;
  if (path === "/request/url") return ORIGIN.test(text) ? { kind, use: "url", header: -1 } : undefined;
  if (path === "/request/postData/text" && exchange.request.body.kind === "text" && text !== "")
    return { kind: "text", use: "request body", header: -1 };
  return isText ? createHeaderSlot({ path, text }, entry, exchange) : undefined;
}

function createHeaderSlot(
  { path, text }: Pick<LocatedScalar, "path" | "text">,
  entry: unknown,
  exchange: Exchange,
): TemplateSlot | undefined {
  const [, side = "", index = ""] = /^\/(request|response)\/headers\/(\d+)\/value$/.exec(path) ?? [];
  if (side !== "request" && side !== "response") return undefined;
  const name = getValueAtPath(entry, `/${side}/headers/${index}/name`);
  if (typeof name !== "string" || !VARYING_HEADERS.test(name) || text.includes("\\")) return undefined;
  // The value determines whether the body counts as missing.
  if (side === "request" && exchange.request.body.kind === "none" && /^content-length$/i.test(name)) return undefined;
  const pointers = exchange.origin.headerPointers?.[side];
  const header = pointers === undefined ? Number(index) : pointers.indexOf(`/${index}`);
  const [known, value] = exchange[side].headers[header] ?? [];
  return known === name && value === text ? { kind: "plain", use: `${side} header`, header } : undefined;
}

/** The origin of a URL is fixed: if only the rest varies, the URL stays valid. */
function getVariableStart({ use }: TemplateSlot, text: string): number {
  return use === "url" ? (ORIGIN.exec(text)?.[0].length ?? 0) : 0;
}

const ORIGIN = /^https?:\/\/[^/?#\\]+\//;

const SLOT_USES: ReadonlyMap<string, { readonly use: TemplateSlot["use"]; readonly isText: boolean }> = new Map([
  ["/startedDateTime", { use: "started", isText: true }],
  ["/time", { use: "time", isText: false }],
  ["/serverIPAddress", { use: "nothing", isText: true }],
  ["/connection", { use: "nothing", isText: true }],
]);

const IGNORED_NUMBER: TemplateSlot = { kind: "number", use: "nothing", header: -1 };
const IGNORED_SIZE: TemplateSlot = { kind: "size", use: "nothing", header: -1 };
const SIZE_POINTERS: ReadonlySet<string> = new Set([
  "/response/content/size",
  "/response/bodySize",
  "/request/bodySize",
]);

/** Headers whose value differs in each exchange. */
const VARYING_HEADERS =
  /^(date|age|expires|last-modified|content-length|server-timing|traceparent|idempotency-key|(.*[-_])?id)$/i;

function isAtPath({ path, text, isText }: LocatedScalar, entry: unknown): boolean {
  const value = getValueAtPath(entry, path);
  return isText ? value === JSON.parse(`"${text}"`) : value === Number(text);
}

function getValueAtPath(entry: unknown, path: string): unknown {
  let value = entry;
  for (const token of path.split("/").slice(1)) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isPlainObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}

/** Splits a text, which starts at offset `from` of the entry, at its slots. */
function splitSegments(text: string, slots: readonly LocatedSlot[], from: number): TemplateSegment[] {
  const own = slots.filter(({ start }) => start >= from && start < from + text.length);
  const segments: TemplateSegment[] = [];
  let at = 0;
  for (const { start, text: content, slot } of own) {
    segments.push(createSegment(text.slice(at, start - from), slot));
    at = start - from + content.length - getVariableStart(slot, content);
  }
  return [...segments, createSegment(text.slice(at), undefined)];
}

function createSegment(text: string, slot: TemplateSlot | undefined): TemplateSegment {
  return { bytes: Buffer.from(text, "latin1"), slot: slot?.kind };
}
