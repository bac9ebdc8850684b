import type { Alike, Exchange, StringContent } from "../exchange.js";
import type { HoleKind, Part } from "../template-match/template-memory.js";
import { isRecord } from "../unreadable-entry.js";

/** What stands between two texts that are the same in all entries of a template. */
export type Hole = {
  readonly kind: HoleKind;
  readonly use: "started" | "time" | "url" | "request body" | "request header" | "response header" | "nothing";
  /** Of which header it is the value. */
  readonly header: number;
};

/** Entries that differ in nothing but what stands in the holes. The body of the answer stands between head and tail. */
export type EntryTemplate = {
  readonly head: readonly Part[];
  readonly tail: readonly Part[];
  /** Of the head and then of the tail. */
  readonly holes: readonly Hole[];
  readonly exchange: Exchange;
  readonly alike: Alike;
};

export type Example = {
  readonly item: StringContent;
  /** The body of the answer within. */
  readonly body: StringContent;
  /** The entry as a value, with anything in the place of that body. */
  readonly entry: unknown;
  readonly exchange: Exchange;
};

/**
 * Makes a template of an entry. What is in a hole may have no say in how the rest of an entry is read, and has to have been
 * found where the entry as a value has it: so no name that stands there twice misleads. Undefined for unusual entries.
 */
export function entryTemplate({ item, body, entry, exchange }: Example): EntryTemplate | undefined {
  const head = item.bytes.toString("latin1", item.start, body.start);
  const tail = item.bytes.toString("latin1", body.end, item.end);
  const scalars = scalarsOf(head + tail);
  if (scalars === undefined || !USUAL.test(head + tail)) return undefined;
  const holes: Place[] = [];
  for (const scalar of scalars) {
    const hole = holeFor(scalar, entry, exchange);
    if (hole === undefined) continue;
    if (holes.some(({ path }) => path === scalar.path) || !isFound(scalar, entry)) return undefined;
    holes.push({ ...scalar, hole, start: scalar.start + startOf(hole, scalar.text) });
  }
  const varying = holes.flatMap(({ hole }) => {
    const headers = hole.use === "request header" ? exchange.request.headers : exchange.response.headers;
    return hole.header < 0 ? [] : [headers[hole.header]?.[0] ?? ""];
  });
  return {
    head: partsOf(head, holes, 0),
    tail: partsOf(tail, holes, head.length),
    holes: holes.map(({ hole }) => hole),
    exchange,
    alike: { varying },
  };
}

/** A text or a number; of a text without its marks. */
type Scalar = { readonly path: string; readonly text: string; readonly start: number; readonly isText: boolean };
type Place = Scalar & { readonly hole: Hole };

const USUAL = /^[\x20-\x7e\s]*$/;
const TOKEN = /"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|([{[])|([}\]])|(,)|[:\s]|true|false|null/y;

type Level = { readonly isList: boolean; key: string | undefined; index: number };

/** All texts and numbers of a text that is JSON; undefined when it has names with escapes or slashes. */
function scalarsOf(json: string): Scalar[] | undefined {
  const found: Scalar[] = [];
  const open: Level[] = [];
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
    else if (comma !== undefined && top !== undefined) next(top);
    else if (text !== undefined) found.push({ path: pathOf(open), text, start: start + 1, isText: true });
    else if (number !== undefined) found.push({ path: pathOf(open), text: token, start, isText: false });
  }
  return found;
}

function next(level: Level): void {
  level.key = undefined;
  level.index += 1;
}

function pathOf(open: readonly Level[]): string {
  return open.map(({ isList, key, index }) => `/${isList ? index : key}`).join("");
}

function holeFor({ path, text, isText }: Scalar, entry: unknown, exchange: Exchange): Hole | undefined {
  const kind = isText ? "plain" : "number";
  const simple = SIMPLE.get(path);
  if (simple !== undefined && simple.isText === isText) return { kind, use: simple.use, header: -1 };
  if (!isText && path.startsWith("/timings/")) return IGNORED_NUMBER;
  // Of a size is asked whether there is one.
  if (!isText && SIZES.has(path) && Number(text) > 0) return IGNORED_SIZE;
  if (path === "/request/url") return ORIGIN.test(text) ? { kind, use: "url", header: -1 } : undefined;
  if (path === "/request/postData/text" && exchange.request.body.kind === "text" && text !== "")
    return { kind: "text", use: "request body", header: -1 };
  return isText ? headerHole({ path, text }, entry, exchange) : undefined;
}

function headerHole(
  { path, text }: Pick<Scalar, "path" | "text">,
  entry: unknown,
  exchange: Exchange,
): Hole | undefined {
  const [, side = "", index = ""] = /^\/(request|response)\/headers\/(\d+)\/value$/.exec(path) ?? [];
  if (side !== "request" && side !== "response") return undefined;
  const name = valueAt(entry, `/${side}/headers/${index}/name`);
  if (typeof name !== "string" || !VARYING.test(name) || text.includes("\\")) return undefined;
  // It tells of a body that the recorder did not keep.
  if (side === "request" && exchange.request.body.kind === "none" && /^content-length$/i.test(name)) return undefined;
  const places = exchange.origin.headerPlaces?.[side];
  const header = places === undefined ? Number(index) : places.indexOf(`/${index}`);
  const [known, value] = exchange[side].headers[header] ?? [];
  return known === name && value === text ? { kind: "plain", use: `${side} header`, header } : undefined;
}

/** The address of a URL stays as it is: only what follows it cannot make it unreadable. */
function startOf({ use }: Hole, text: string): number {
  return use === "url" ? (ORIGIN.exec(text)?.[0].length ?? 0) : 0;
}

const ORIGIN = /^https?:\/\/[^/?#\\]+\//;

const SIMPLE: ReadonlyMap<string, { readonly use: Hole["use"]; readonly isText: boolean }> = new Map([
  ["/startedDateTime", { use: "started", isText: true }],
  ["/time", { use: "time", isText: false }],
  ["/serverIPAddress", { use: "nothing", isText: true }],
  ["/connection", { use: "nothing", isText: true }],
]);

const IGNORED_NUMBER: Hole = { kind: "number", use: "nothing", header: -1 };
const IGNORED_SIZE: Hole = { kind: "size", use: "nothing", header: -1 };
const SIZES: ReadonlySet<string> = new Set(["/response/content/size", "/response/bodySize", "/request/bodySize"]);

/** Headers of which each exchange has its own value. */
const VARYING =
  /^(date|age|expires|last-modified|content-length|server-timing|traceparent|idempotency-key|(.*[-_])?id)$/i;

function isFound({ path, text, isText }: Scalar, entry: unknown): boolean {
  const value = valueAt(entry, path);
  return isText ? value === JSON.parse(`"${text}"`) : value === Number(text);
}

function valueAt(entry: unknown, path: string): unknown {
  let value = entry;
  for (const token of path.split("/").slice(1)) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isRecord(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value;
}

/** The parts of a text that stands at a place of the whole. */
function partsOf(text: string, holes: readonly Place[], from: number): Part[] {
  const own = holes.filter(({ start }) => start >= from && start < from + text.length);
  const parts: Part[] = [];
  let at = 0;
  for (const { start, text: content, hole } of own) {
    parts.push(part(text.slice(at, start - from), hole));
    at = start - from + content.length - startOf(hole, content);
  }
  return [...parts, part(text.slice(at), undefined)];
}

function part(text: string, hole: Hole | undefined): Part {
  return { bytes: Buffer.from(text, "latin1"), hole: hole?.kind };
}
