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
  /** The URL of the next page. */
  readonly nextUrl: string | undefined;
  readonly size: number | undefined;
  /** The parameter for the start of a page, and its value for this one. */
  readonly start: { readonly name: string; readonly value: Json | undefined } | undefined;
};

/** Cuts the page that the request asks for, in the style that the spec states or names suggest. */
export function selectPage({ schemas, operation, facts, query, records, url }: PageInput): RecordPage {
  const { document } = schemas;
  const start = findStart(operation, facts);
  const size = getSize(document, operation, { facts, query, isPaged: start !== undefined });
  const given = start === undefined ? undefined : query[start.name];
  const style = start === undefined ? undefined : getStyle(document, start, facts);
  const from =
    given === undefined || style === undefined || start === undefined
      ? 0
      : findPosition(style, { given, size, records, start, document });
  const shown = size === undefined ? records.slice(from) : records.slice(from, from + size);
  const last = shown.at(-1);
  const hasMore =
    last !== undefined && from + shown.length < records.length && start !== undefined && style !== undefined;
  const next = hasMore
    ? nextStart(style, { schemas, start, last, position: from + shown.length, size, given })
    : undefined;
  const nextUrl = next === undefined || start === undefined ? undefined : setQuery(url, start.name, String(next));
  const first =
    start !== undefined && style === "page" ? getFirstPage(document, start) : style === "offset" ? 0 : undefined;
  const shownStart = start === undefined ? undefined : { name: start.name, value: given ?? first };
  return { records: shown, total: records.length, next, nextUrl, size, start: shownStart };
}

type PagingStyle = "offset" | "page" | "cursor" | "after";

/** The parameter for the start of a page: as stated, or that for pages which is not their size. */
function findStart({ parameters }: Operation, { start, size }: Partial<ListFacts>): Parameter | undefined {
  const inQuery = parameters.filter((it) => it.in === "query");
  if (start !== undefined) return inQuery.find(({ name }) => name === start);
  return inQuery.find(({ name }) => name !== size && isPagingName(name) && !/size|limit|count|per/i.test(name));
}

function getStyle(document: Document, start: Parameter, { style }: Partial<ListFacts>): PagingStyle {
  if (style === "offset" || style === "page" || style === "cursor" || style === "after") return style;
  const isNumber = /integer|number/.test(String(readSchema(document, start)?.type));
  if (!isNumber) return "cursor";
  return /page/i.test(start.name) ? "page" : "offset";
}

function readSchema(document: Document, { schema }: Parameter) {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value;
}

/** The number of items on a page: that of the request, or the default of the spec. A list without pages is whole. */
function getSize(
  document: Document,
  { parameters }: Operation,
  {
    facts,
    query,
    isPaged,
  }: { readonly facts: Partial<ListFacts>; readonly query: PageInput["query"]; readonly isPaged: boolean },
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

type Position = {
  readonly given: Json;
  readonly size: number | undefined;
  readonly records: readonly StoredRecord[];
  readonly start: Parameter;
  readonly document: Document;
};

function findPosition(style: PagingStyle, { given, size = 1, records, start, document }: Position): number {
  const number = Number(given);
  if (style === "offset") return Number.isInteger(number) && number > 0 ? number : 0;
  if (style === "page")
    return Math.max(0, (Number.isInteger(number) ? number : 1) - getFirstPage(document, start)) * size;
  if (style === "after") return 1 + records.findIndex(({ key }) => key === String(given));
  const order = readCursor(String(given));
  const position = records.findIndex((it) => it.order > order);
  return position === -1 ? records.length : position;
}

function getFirstPage(document: Document, start: Parameter): number {
  const schema = readSchema(document, start);
  return schema?.default === 0 || (schema?.minimum === 0 && schema.default === undefined) ? 0 : 1;
}

type NextStart = {
  readonly schemas: Schemas;
  readonly start: Parameter;
  readonly last: StoredRecord;
  readonly position: number;
  readonly size: number | undefined;
  readonly given: Json | undefined;
};

function nextStart(style: PagingStyle, { schemas, start, last, position, size = 1 }: NextStart): Json {
  if (style === "offset") return position;
  if (style === "page") return Math.floor(position / size) + getFirstPage(schemas.document, start);
  if (style === "after") return last.key;
  const { schema } = start;
  const text = Buffer.from(`after ${last.order}`).toString("base64url");
  return (
    [text, last.order, String(last.order)].find(
      (it) => schema === undefined || isValid(schemas, schema, it, "request"),
    ) ?? text
  );
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
  const nextValues =
    page.next === undefined
      ? [undefined, null, ""]
      : isUrl
        ? [page.nextUrl]
        : [page.next, String(page.next), page.nextUrl];
  const withNext = set(body, facts.next, nextValues);
  const counted = set(set(withNext, facts.count, [page.records.length]), facts.total, [page.total, String(page.total)]);
  const links = facts.style === "links" ? set(counted, "/links", listLinks(page)) : counted;
  return describeMembers(schemas.document, schema, links, { query, page, set });
}

function listLinks({ nextUrl }: RecordPage): readonly Json[] {
  return nextUrl === undefined
    ? [[], {}]
    : [[{ rel: "next", href: nextUrl }], { next: nextUrl }, { next: { href: nextUrl } }];
}

type PageMembers = {
  readonly query: Readonly<Record<string, Json>>;
  readonly page: RecordPage;
  readonly set: (value: Json, pointer: string, candidates: readonly Json[]) => Json;
};

/** Members of a page or of an object in it: `has_more`, numbers of items, and the values of parameters, such as `limit`. */
function describeMembers(document: Document, schema: Pointer, body: Json, { query, page, set }: PageMembers): Json {
  const names = listNamesOfProperties(document, schema);
  const nested = names.flatMap((name) =>
    listChildren(document, schema, name).flatMap((child) =>
      listNamesOfProperties(document, child).map((it) => [name, it]),
    ),
  );
  return [...names.map((name) => [name]), ...nested].reduce((described, path) => {
    const old = getMember(described, path);
    const value = readPageMember(path.at(-1) ?? "", old, { query, page });
    return value === undefined ? described : set(described, joinPointer("", ...path), [value, String(value)]);
  }, body);
}

/** What a page says in a member; undefined if its name does not suggest it. */
function readPageMember(
  name: string,
  old: Json | undefined,
  { query, page }: Omit<PageMembers, "set">,
): Json | undefined {
  if (typeof old === "boolean") return HAS_MORE_NAME.test(name) ? page.next !== undefined : undefined;
  if (typeof old !== "number") return undefined;
  if (NUMBER_NAMES.total.test(name)) return page.total;
  if (NUMBER_NAMES.count.test(name)) return page.records.length;
  const { start } = page;
  if (start?.name === name) return start.value;
  return isPagingName(name) ? (query[name] ?? page.size) : undefined;
}

const HAS_MORE_NAME = /^has_?(more|next)/i;
