import {
  type Document,
  type Json,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  resolvePointer,
} from "../../document/index.js";
import { isPagingName, type ListFacts } from "../../resources/index.js";
import { NUMBER_NAMES } from "../../resources/infer-keywords.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import type { Schemas } from "../../schema/index.js";
import type { StoredRecord } from "./record-store.js";
import { getMember, isValid, setMember } from "./sample-values.js";

type PageInput = {
  readonly schemas: Schemas;
  readonly operation: Operation;
  readonly facts: Partial<ListFacts>;
  readonly query: Readonly<Record<string, Json>>;
  readonly records: readonly StoredRecord[];
  /** The URL of the request. */
  readonly url: string;
};

/** A page of a list, and how it continues. */
export type RecordPage = {
  readonly records: readonly StoredRecord[];
  readonly total: number;
  /** The value of the start parameter for the next page; undefined on the last one. */
  readonly next: Json | undefined;
  readonly hasMore: boolean;
  /** The URL of the next page. */
  readonly nextUrl: string | undefined;
  readonly size: number | undefined;
  /** The parameter for the start of a page, and its value for this one. */
  readonly start: { readonly name: string; readonly value: Json | undefined } | undefined;
};

/** Cuts the page that the request asks for, in the style that the spec states or names suggest. */
export function selectPage({ schemas, operation, facts, query, records, url }: PageInput): RecordPage {
  const start = findStart(schemas.document, operation, facts);
  const size = getSize(schemas.document, operation, { facts, query, isPaged: start !== undefined });
  const name = start?.parameter.name ?? "";
  const given = query[name];
  const from = start === undefined || given === undefined ? 0 : findPosition(start, { given, size, records });
  const shown = records.slice(from, size === undefined ? undefined : from + size);
  const last = shown.at(-1);
  const end = from + shown.length;
  const hasMore = last !== undefined && end < records.length;
  const next = hasMore && start !== undefined ? getNextStart(schemas, start, { last, end, size }) : undefined;
  const nextUrl = next === undefined ? undefined : setQuery(url, name, String(next));
  const shownStart = start && { name, value: given ?? start.first };
  return { records: shown, total: records.length, next, hasMore, nextUrl, size, start: shownStart };
}

/** The parameter for the start of a page. */
type PageStart = {
  readonly parameter: Parameter;
  readonly style: "offset" | "page" | "cursor" | "after";
  /** The number of the first page or record; undefined if they have no numbers. */
  readonly first: number | undefined;
};

/** The parameter for the start of a page: as stated, or that for pages which is not their size. */
function findStart(document: Document, { parameters }: Operation, facts: Partial<ListFacts>): PageStart | undefined {
  const isStart = ({ name }: Parameter): boolean =>
    facts.start === undefined
      ? name !== facts.size && isPagingName(name) && !/size|limit|count|per/i.test(name)
      : name === facts.start;
  const parameter = parameters.find((it) => it.in === "query" && isStart(it));
  if (parameter === undefined) return undefined;
  const schema = readSchema(document, parameter);
  const suggested = /page/i.test(parameter.name) ? "page" : "offset";
  const isNumber = /integer|number/.test(String(schema?.type));
  const style = STYLES.find((it) => it === facts.style) ?? (isNumber ? suggested : "cursor");
  const isFromZero = schema?.default === 0 || (schema?.minimum === 0 && schema.default === undefined);
  const first = style === "offset" || isFromZero ? 0 : 1;
  return { parameter, style, first: style === "page" || style === "offset" ? first : undefined };
}

const STYLES = ["offset", "page", "cursor", "after"] as const;

function readSchema(document: Document, { schema }: Parameter) {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value;
}

/** The number of items on a page: that of the request, or the default of the spec. A list without pages is whole. */
function getSize(
  document: Document,
  { parameters }: Operation,
  { facts, query, isPaged }: Pick<PageInput, "facts" | "query"> & { readonly isPaged: boolean },
): number | undefined {
  const parameter = parameters.find(({ name, in: place }) => place === "query" && name === facts.size);
  if (parameter === undefined) return isPaged ? DEFAULT_SIZE : undefined;
  const schema = readSchema(document, parameter);
  const given = Number(
    query[parameter.name] ?? schema?.default ?? Math.min(DEFAULT_SIZE, Number(schema?.maximum ?? DEFAULT_SIZE)),
  );
  return Number.isInteger(given) && given > 0 ? given : DEFAULT_SIZE;
}

const DEFAULT_SIZE = 20;

function findPosition(
  { style, first = 0 }: PageStart,
  { given, size = 1, records }: Pick<RecordPage, "records" | "size"> & { readonly given: Json },
): number {
  const number = Number.isInteger(Number(given)) ? Number(given) : first;
  if (style === "offset") return Math.max(0, number);
  if (style === "page") return Math.max(0, number - first) * size;
  if (style === "after") return 1 + records.findIndex(({ key }) => key === String(given));
  const order = readCursor(String(given));
  const position = records.findIndex((it) => it.order > order);
  return position === -1 ? records.length : position;
}

/** A page ends with its last record, before the position `end`. */
type PageEnd = { readonly last: StoredRecord; readonly end: number; readonly size: number | undefined };

function getNextStart(
  schemas: Schemas,
  { style, first = 0, parameter: { schema } }: PageStart,
  { last, end, size = 1 }: PageEnd,
): Json {
  if (style === "offset") return end;
  if (style === "page") return Math.floor(end / size) + first;
  if (style === "after") return last.key;
  const text = Buffer.from(`after ${last.order}`).toString("base64url");
  const isUsable = (it: Json): boolean => schema === undefined || isValid(schemas, schema, it, "request");
  return [text, last.order, String(last.order)].find(isUsable) ?? text;
}

/** Cursors name the record before the page, so that a deleted record moves no other to another page. */
function readCursor(text: string): number {
  const [, order = text] = /^after (\d+)$/.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  return Number.isNaN(Number(order)) ? 0 : Number(order);
}

function setQuery(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}

/** Sets what a page says about itself: the next page, the numbers of items, and what the request asked for. */
export function describePage(
  schemas: Schemas,
  schema: Pointer,
  body: Json,
  input: PageInput & { readonly page: RecordPage },
): Json {
  const { facts, page, query } = input;
  const set = (value: Json, pointer: string | undefined, candidates: readonly (Json | undefined)[]): Json => {
    if (pointer === undefined || !pointer.startsWith("/")) return value;
    const changed = candidates.map((it) => setMember(value, parsePointer(pointer), it));
    return changed.find((it) => isValid(schemas, schema, it)) ?? value;
  };
  const isUrl = facts.style === "url" || facts.next?.endsWith("url") === true;
  const path = parsePointer(facts.next ?? "");
  const nextValues =
    page.next === undefined
      ? [undefined, null, ""]
      : isUrl
        ? [page.nextUrl]
        : [page.next, String(page.next), page.nextUrl];
  const withNext = set(body, facts.next, nextValues);
  // An object that describes the next page is missing on the last one.
  const owner = page.next === undefined && /^next/i.test(path[0] ?? "") && path.length > 1 ? `/${path[0]}` : undefined;
  const ended = set(withNext, owner, [null, undefined]);
  const counted = set(set(ended, facts.count, [page.records.length]), facts.total, [page.total, String(page.total)]);
  const links = facts.style === "links" ? set(counted, "/links", listLinks(page)) : counted;
  return describeMembers(schemas.document, schema, links, { query, page, url: input.url, set });
}

function listLinks({ nextUrl }: RecordPage): readonly Json[] {
  return nextUrl === undefined
    ? [[], {}]
    : [[{ rel: "next", href: nextUrl }], { next: nextUrl }, { next: { href: nextUrl } }];
}

type PageMembers = {
  readonly query: Readonly<Record<string, Json>>;
  readonly page: RecordPage;
  /** The URL of the request. */
  readonly url: string;
  readonly set: (value: Json, pointer: string, candidates: readonly (Json | undefined)[]) => Json;
};

/** Members of a page or of an object in it: `has_more`, numbers of items, and the values of parameters, such as `limit`. */
function describeMembers(document: Document, schema: Pointer, body: Json, members: PageMembers): Json {
  const { set } = members;
  const names = listNamesOfProperties(document, schema);
  const nested = names.flatMap((name) =>
    listChildren(document, schema, name).flatMap((child) =>
      listNamesOfProperties(document, child).map((it) => [name, it]),
    ),
  );
  return [...names.map((name) => [name]), ...nested].reduce((described, path) => {
    const old = getMember(described, path);
    const values = readPageMember(path.at(-1) ?? "", old, members);
    return values.length === 0 ? described : set(described, joinPointer("", ...path), values);
  }, body);
}

/** What a page can say in a member, the best first; nothing if its name does not suggest it. */
function readPageMember(
  name: string,
  old: Json | undefined,
  { query, page, url }: Omit<PageMembers, "set">,
): readonly (Json | undefined)[] {
  if (typeof old === "boolean") {
    if (HAS_MORE_NAME.test(name)) return [page.hasMore];
    return LAST_NAME.test(name) ? [!page.hasMore] : [];
  }
  if (typeof old === "string" && OTHER_PAGE_NAME.test(name)) return /^self$/i.test(name) ? [url] : [undefined, null];
  const number = typeof old === "number" ? readPageNumber(name, { query, page }) : undefined;
  return number === undefined ? [] : [number, String(number)];
}

function readPageNumber(name: string, { query, page }: Pick<PageMembers, "query" | "page">): Json | undefined {
  if (NUMBER_NAMES.total.test(name)) return page.total;
  if (NUMBER_NAMES.count.test(name)) return page.records.length;
  if (page.start?.name === name) return page.start.value;
  return isPagingName(name) ? (query[name] ?? page.size) : undefined;
}

const HAS_MORE_NAME = /^(has_?(more|next)|more$|(is_?)?truncated$)/i;
const LAST_NAME = /^(done|(is_?)?(last|end|complete|finished)(_?page)?)$/i;
/** Links to this page, and to others than the next one. */
const OTHER_PAGE_NAME = /^(self|first|last|prev(ious)?)(_?(page|link))?(_?(ur[il]|cursor|token))?$/i;
