import {
  type Document,
  type Json,
  type Operation,
  type Pointer,
  resolvePointer,
  setMember,
} from "../../document/index.js";
import type { ListFacts } from "../../resources/index.js";
import {
  findPageFields,
  listPageMembers,
  listQueryFields,
  type PageMember,
  type PageMemberRole,
  type PageStartField,
} from "../../resources/page-names.js";
import { isCountedFromZero } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes, type Schemas } from "../../schema/index.js";
import { Refusal } from "../context/request-context.js";
import { joinKey } from "./path-shape.js";
import type { StoredRecord } from "./record-store.js";
import { getMember, isValid } from "./sample-values.js";

type PageInput = {
  readonly schemas: Schemas;
  readonly operation: Operation;
  readonly facts: Partial<ListFacts>;
  readonly query: Readonly<Record<string, Json>>;
  readonly records: readonly StoredRecord[];
  /** The URL of the request. */
  readonly url: string;
};

export type RecordPage = ReturnType<typeof selectPage>;
type LinkRole = keyof RecordPage["links"];

/**
 * Cuts the page that the request asks for, in the style that the spec states or names suggest.
 *
 * @throws Refusal for a cursor of no page
 */
export function selectPage({ schemas, operation, facts, query, records: created, url }: PageInput) {
  const { document } = schemas;
  const start = findStart(document, operation, facts, query);
  const records = start?.isDescending ? created.toReversed() : created;
  const total = records.length;
  const limit = getSize(document, operation, { facts, query, isPaged: start !== undefined });
  const list = { records, size: limit ?? Math.max(1, total) };
  const { size } = list;
  const given = start && getMember(query, start.path);
  const position = start === undefined || given === undefined ? 0 : findPosition(document, start, { ...list, given });
  const shown = records.slice(position, position + size);
  // Without a parameter for the start, there is no way to another page.
  const link = (at: number, isThere: boolean) => {
    if (!isThere || (start === undefined && at !== position)) return undefined;
    const value = start && getStart(schemas, start, { ...list, position: at });
    const page = Math.floor(at / size) + (start?.style === "page" ? start.first : 1);
    return { url: start === undefined ? url : setQuery(url, start.name, value), page, start: value };
  };
  const self = link(position, true);
  return {
    ...{ records: shown, total, size },
    /** The number of records before the page. */
    position,
    /** The number that offsets begin with. */
    firstOffset: start?.style === "offset" ? start.first : 0,
    /** Whether the start of a page is a number, and not a cursor. */
    isNumbered: start === undefined || start.style === "page" || start.style === "offset",
    links: {
      next: link(position + shown.length, shown.length > 0 && position + shown.length < total),
      previous: link(Math.max(0, position - size), position > 0),
      first: link(0, true),
      last: link(Math.floor(Math.max(0, total - 1) / size) * size, true),
      self: self && { ...self, url },
    },
  };
}

/** The field for the start of a page, the number of the first page or record, and whether the newest record comes first. */
type PageStart = PageStartField & { readonly first: number; readonly isDescending: boolean };

/** The field for the start of a page: as stated, or as its name suggests. Only the schema shows whether an offset is a number. */
function findStart(
  document: Document,
  operation: Operation,
  facts: Partial<ListFacts>,
  query: PageInput["query"],
): PageStart | undefined {
  const suggested = findPageFields(document, operation).starts;
  // A list may have several ways to a page, such as an offset beside a cursor.
  const asked = suggested.find(({ name, path }) => name !== facts.start && getMember(query, path) !== undefined);
  const stated = listQueryFields(document, operation).find(({ name }) => name === facts.start);
  const usual =
    stated === undefined
      ? suggested[0]
      : { ...stated, style: suggested.find(({ name }) => name === stated.name)?.style ?? "offset" };
  const field = asked ?? usual;
  if (field === undefined) return undefined;
  const schema = readSchema(document, field);
  const types = getSchemaTypes(getSchemas(document), field.schema);
  const isText = !types.has("integer") && !types.has("number");
  const isCursor = isText && (field.style === "offset" || field.style === "page");
  const style =
    (asked === undefined ? STYLES.find((it) => it === facts.style) : undefined) ?? (isCursor ? "cursor" : field.style);
  const isFromZero = isCountedFromZero(document, { ...field, pointer: field.parameter.pointer });
  const isFromOne = !isFromZero && (style === "page" || (schema?.default ?? schema?.minimum) === 1);
  const first = isFromOne ? 1 : 0;
  const text = `${schema?.description} ${resolvePointer(document, field.parameter.pointer)?.value.description}`;
  return { ...field, style, first, isDescending: style === "after" && /\b(less|lower|smaller|older)\b/i.test(text) };
}

const STYLES = ["offset", "page", "cursor", "after"] as const;

function readSchema(document: Document, { schema }: Pick<PageStartField, "schema">) {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value;
}

/** The number of items on a page: that of the request, or the default of the spec. A list without pages is whole. */
function getSize(
  document: Document,
  operation: Operation,
  { facts, query, isPaged }: Pick<PageInput, "facts" | "query"> & { readonly isPaged: boolean },
): number | undefined {
  const field = listQueryFields(document, operation).find(({ name }) => name === facts.size);
  if (field === undefined) return isPaged ? DEFAULT_SIZE : undefined;
  const schema = readSchema(document, field);
  const largest = Math.min(DEFAULT_SIZE, Number(schema?.maximum ?? DEFAULT_SIZE));
  const given = Number(getMember(query, field.path) ?? schema?.default ?? largest);
  return Number.isInteger(given) && given > 0 ? given : DEFAULT_SIZE;
}

const DEFAULT_SIZE = 20;
/** Numbers of pages and records stay integers that JSON has without an exponent. */
const MAX_PAGE = 2 ** 31;

type SizedList = Pick<PageInput, "records"> & { readonly size: number };

/** @throws Refusal for a cursor of no page */
function findPosition(
  document: Document,
  start: PageStart,
  { given, size, records }: SizedList & { readonly given: Json },
): number {
  const { style, first, name, parameter } = start;
  const number = Number.isInteger(Number(given)) ? Number(given) : first;
  if (style === "offset") return Math.max(0, number - first);
  if (style === "page") return Math.min(Math.max(0, number - first), MAX_PAGE) * size;
  const described = [readSchema(document, start), resolvePointer(document, parameter.pointer)?.value];
  if (given === "" || given === 0 || described.some((it) => it?.example === given || it?.default === given)) return 0;
  const index = records.findIndex(({ key }) => key === joinKey([String(given)]));
  if (style !== "cursor" && index >= 0) return style === "from" ? index : index + 1;
  if (style === "after" && typeof given === "number") {
    const next = records.findIndex(({ key }) => (start.isDescending ? Number(key) < given : Number(key) > given));
    return next === -1 ? records.length : next;
  }
  const order = style === "cursor" ? readCursor(String(given)) : undefined;
  if (order === undefined)
    throw new Refusal(
      400,
      "UNKNOWN_CURSOR",
      `query parameter "${name}": no page has this value; expected one of a response`,
    );
  const position = records.findIndex((it) => it.order > order);
  return position === -1 ? records.length : position;
}

/** The value of the parameter for the page at a position; undefined if it is not sent for that page. */
function getStart(
  schemas: Schemas,
  { style, first, schema }: PageStart,
  { position, size, records }: SizedList & { readonly position: number },
): Json | undefined {
  if (style === "offset") return position + first;
  if (style === "page") return Math.floor(position / size) + first;
  if (style === "from") return records[position]?.key;
  const last = records[position - 1];
  if (style === "after") return last?.key;
  const order = last?.order ?? 0;
  const text = Buffer.from(`after ${order}`).toString("base64url");
  const isUsable = (it: Json): boolean => schema === undefined || isValid(schemas, schema, it, "request");
  return [text, order, String(order)].find(isUsable) ?? text;
}

/** Cursors name the record before the page, so that a deleted record moves no other to another page. */
function readCursor(text: string): number | undefined {
  const [, order] =
    /^after (\d+)$/.exec(Buffer.from(text, "base64url").toString("latin1")) ?? /^(\d+)$/.exec(text) ?? [];
  return order === undefined ? undefined : Number(order);
}

function setQuery(url: string, name: string, value: Json | undefined): string {
  const changed = new URL(url);
  if (value === undefined) changed.searchParams.delete(name);
  else changed.searchParams.set(name, String(value));
  return changed.href;
}

/** Sets what a page says about itself and about others. What its schema does not allow stays as it is. */
export function describePage(
  schemas: Schemas,
  schema: Pointer,
  body: Json,
  { facts, operation, page }: PageInput & { readonly page: RecordPage },
): Json {
  const isValidBody = (it: Json): boolean => isValid(schemas, schema, it);
  const set = (value: Json, path: readonly string[], candidates: readonly (Json | undefined)[]): Json =>
    candidates.map((it) => setMember(value, path, it)).find(isValidBody) ?? value;
  const linked = facts.style === "links" ? set(body, ["links"], listLinks(page)) : body;
  // An object for another page is absent without that page, whatever its members can be.
  return listPageMembers(schemas.document, schema, { operation, facts }).reduceRight(
    (described, member) => set(described, member.path, listMemberValues(member, facts, { page, body: described })),
    linked,
  );
}

function listLinks({ links: { next } }: RecordPage): readonly Json[] {
  return next === undefined
    ? [[], {}]
    : [[{ rel: "next", href: next.url }], { next: next.url }, { next: { href: next.url } }];
}

/** What a member of a page can be, the best first. */
function listMemberValues(
  { role, kind, path }: PageMember,
  { style }: Partial<ListFacts>,
  { page, body }: { readonly page: RecordPage; readonly body: Json },
) {
  if (!isLinkRole(role)) {
    const value = MEMBER_VALUES[role](page);
    return typeof value === "number" ? [value, String(value)] : [value];
  }
  const link = page.links[role];
  if (link === undefined) return kind === "object" ? [null, undefined] : [null, undefined, "", 0];
  const { start } = link;
  const isNumber = Number.isInteger(Number(start));
  const isPage = kind === "number" && (!isNumber || /page(_?(num|no|index).*)?$/i.test(path.at(-1) ?? ""));
  const values = [isPage ? link.page : kind === "number" ? Number(start) : start, start?.toString()];
  // A path as example says that the link has no origin.
  const url = String(getMember(body, path)).startsWith("/") ? link.url.replace(/^\w+:\/\/[^/]*/, "") : link.url;
  const isUrl = kind === "url" || (kind === "text" && (style !== "cursor" || !/^(next|previous)$/.test(role)));
  const candidates = isUrl ? [url, ...values] : [...values, url];
  return kind === "object" ? [] : candidates.filter((it) => it !== undefined);
}

function isLinkRole(role: PageMemberRole): role is LinkRole {
  return !Object.hasOwn(MEMBER_VALUES, role);
}

const MEMBER_VALUES: Readonly<Record<Exclude<PageMemberRole, LinkRole>, (page: RecordPage) => Json>> = {
  total: ({ total }) => total,
  count: ({ records }) => records.length,
  amount: ({ isNumbered, total, records }) => (isNumbered ? total : records.length),
  pages: ({ total, size }) => Math.ceil(total / size),
  size: ({ size }) => size,
  page: ({ links }) => links.self?.page ?? 1,
  offset: ({ position, firstOffset }) => position + firstOffset,
  from: ({ records, position }) => (records.length === 0 ? null : position + 1),
  to: ({ records, position }) => (records.length === 0 ? null : position + records.length),
  hasNext: hasNext,
  hasPrevious: ({ position }) => position > 0,
  isFirst: ({ position }) => position === 0,
  isLast: (page) => !hasNext(page),
  isEmpty: ({ records }) => records.length === 0,
};

function hasNext({ records, position, total }: RecordPage): boolean {
  return records.length > 0 && position + records.length < total;
}
