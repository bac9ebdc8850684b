import type { Exchange, ExchangeTemplate, RawJsonString } from "../../exchange.js";
import { isPlainObject } from "../../reader/entry-error.js";
import type { SlotKind, TemplateSegment } from "./template-match/template-memory.js";

/** What stands between two texts that are the same in all entries of a template. */
export type TemplateSlot = {
  readonly kind: SlotKind;
  readonly use: "started" | "time" | "url" | "request body" | "request header" | "response header" | "nothing";
  /** Of which header it is the value. */
  readonly header: number;
};

/** Entries that differ in nothing but what stands in the holes. The body of the answer stands between head and tail. */
export type EntryTemplate = {
  readonly head: readonly TemplateSegment[];
  readonly tail: readonly TemplateSegment[];
  /** Of the head and then of the tail. */
  readonly slots: readonly TemplateSlot[];
  readonly exchange: Exchange;
  readonly exchangeTemplate: ExchangeTemplate;
};

export type TemplateExample = {
  readonly item: RawJsonString;
  /** The body of the answer within. */
  readonly body: RawJsonString;
  /** The entry as a value, with anything in the place of that body. */
  readonly entry: unknown;
  readonly exchange: Exchange;
};

/**
 * Makes a template of an entry. What is in a hole may have no say in how the rest of an entry is read, and has to have been
 * found where the entry as a value has it: so no name that stands there twice misleads. Undefined for unusual entries.
 */
export function createEntryTemplate({ item, body, entry, exchange }: TemplateExample): EntryTemplate | undefined {
  const head = item.bytes.toString("latin1", item.start, body.start);
  const tail = item.bytes.toString("latin1", body.end, item.end);
  const scalars = findScalars(head + tail);
  if (scalars === undefined || !ASCII_TEXT.test(head + tail)) return undefined;
  const holes: LocatedSlot[] = [];
  for (const scalar of scalars) {
    const slot = createSlot(scalar, entry, exchange);
    if (slot === undefined) continue;
    if (holes.some(({ path }) => path === scalar.path) || !isAtPath(scalar, entry)) return undefined;
    holes.push({ ...scalar, slot, start: scalar.start + getVariableStart(slot, scalar.text) });
  }
  const varyingHeaders = holes.flatMap(({ slot }) => {
    const headers = slot.use === "request header" ? exchange.request.headers : exchange.response.headers;
    return slot.header < 0 ? [] : [headers[slot.header]?.[0] ?? ""];
  });
  return {
    head: splitSegments(head, holes, 0),
    tail: splitSegments(tail, holes, head.length),
    slots: holes.map(({ slot }) => slot),
    exchange,
    exchangeTemplate: { varyingHeaders },
  };
}

/** A text or a number; of a text without its marks. */
type LocatedScalar = { readonly path: string; readonly text: string; readonly start: number; readonly isText: boolean };
type LocatedSlot = LocatedScalar & { readonly slot: TemplateSlot };

const ASCII_TEXT = /^[\x20-\x7e\s]*$/;
const TOKEN = /"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|([{[])|([}\]])|(,)|[:\s]|true|false|null/y;

type OpenContainer = { readonly isList: boolean; key: string | undefined; index: number };

/** All texts and numbers of a text that is JSON; undefined when it has names with escapes or slashes. */
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
  // Of a size is asked whether there is one.
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
  // It tells of a body that the recorder did not keep.
  if (side === "request" && exchange.request.body.kind === "none" && /^content-length$/i.test(name)) return undefined;
  const places = exchange.origin.headerPointers?.[side];
  const header = places === undefined ? Number(index) : places.indexOf(`/${index}`);
  const [known, value] = exchange[side].headers[header] ?? [];
  return known === name && value === text ? { kind: "plain", use: `${side} header`, header } : undefined;
}

/** The address of a URL stays as it is: only what follows it cannot make it unreadable. */
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

/** Headers of which each exchange has its own value. */
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

/** The parts of a text that stands at a place of the whole. */
function splitSegments(text: string, holes: readonly LocatedSlot[], from: number): TemplateSegment[] {
  const own = holes.filter(({ start }) => start >= from && start < from + text.length);
  const parts: TemplateSegment[] = [];
  let at = 0;
  for (const { start, text: content, slot } of own) {
    parts.push(createSegment(text.slice(at, start - from), slot));
    at = start - from + content.length - getVariableStart(slot, content);
  }
  return [...parts, createSegment(text.slice(at), undefined)];
}

function createSegment(text: string, hole: TemplateSlot | undefined): TemplateSegment {
  return { bytes: Buffer.from(text, "latin1"), slot: hole?.kind };
}
