/** What the names of query parameters, and of the members of a page, say about the pages of a list. */
import { type Document, joinPointer, type Operation, type Parameter, type Pointer } from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import type { ListFacts } from "./list-facts.js";
import { listChildren, listNamesOfProperties } from "./properties.js";

// Names are compared without case and separators: `_limit` and `$limit`, or `page[size]` and `page_size`, are the same.
const SIZE_NAME =
  /^(limit|count|page(limit|length|len)|max(results|items)|(max)?pagesize|(items|results|records|rows)?perpage)$/;
const START_NAMES: readonly (readonly [style: StartStyle, name: RegExp])[] = [
  ["offset", /^((start|page)?offset|skip|startat|startindex|firstresult|at)$/],
  [
    "cursor",
    /^(cursor|iterator|bookmark|marker|continue|(page|next|nextpage|continuation|pagination|start)(token|cursor))$/,
  ],
  ["after", /^(page|starting)?after(id)?$/],
  ["page", /^(current)?page(number|num|no|index)?$/],
];
/** Names that also have other meanings. The size counts only beside a start, and the start beside a size and no end. */
const WEAK_SIZE_NAME = /^(size|top|first|take|rows|length|max|num|amount)$/;
const WEAK_START_NAME = /^(start|from|since)$/;
const END_NAME = /^(end|to|until|before|finish)$/;

/** `from`: the id of the first item of a page. */
type StartStyle = "offset" | "cursor" | "after" | "page" | "from";

/** A value in the query: a parameter, or a member of one that is an object. */
export type QueryField = {
  /** As it is in URLs. */
  readonly name: string;
  readonly parameter: Parameter;
  /** From the values of the parameters to that of the field. */
  readonly path: readonly string[];
  readonly schema?: Pointer | undefined;
};

/** A query field for the start of a page. */
export type PageStartField = QueryField & { readonly style: StartStyle };

export function listQueryFields(document: Document, { parameters }: Pick<Operation, "parameters">) {
  return parameters.flatMap((parameter): readonly QueryField[] => {
    const { in: place, name, schema, style, explode } = parameter;
    if (place !== "query") return [];
    const isDeep = style === "deepObject";
    const members = schema !== undefined && (isDeep || explode) ? listNamesOfProperties(document, schema) : [];
    if (schema === undefined || members.length === 0) return [{ name, parameter, path: [name], schema }];
    return members.map((it) => {
      const [member] = listChildren(document, schema, it);
      return { name: isDeep ? `${name}[${it}]` : it, parameter, path: [name, it], schema: member };
    });
  });
}

/** The query fields for the pages of a list that names suggest: for its start the better ones first, and for its size. */
export function findPageFields(document: Document, operation: Pick<Operation, "parameters">) {
  const all = listQueryFields(document, operation);
  const isNumber = ({ schema }: QueryField): boolean => hasType(document, schema, "integer", "number");
  const isText = ({ schema }: QueryField): boolean => hasType(document, schema, "string");
  const fields = all.filter((it) => !isTimeField(document, it.schema) && (isNumber(it) || isText(it)));
  const find = (name: RegExp): QueryField | undefined => fields.find((it) => name.test(toPlainName(it.name)));
  const starts = START_NAMES.flatMap(([style, name]): readonly PageStartField[] => {
    const field = find(name);
    return field === undefined ? [] : [{ ...field, style }];
  });
  const hasEnd = all.some(({ name }) => END_NAME.test(toPlainName(name)));
  const weakStart = starts.length === 0 && !hasEnd ? find(WEAK_START_NAME) : undefined;
  const hasStart = starts.length > 0 || weakStart !== undefined;
  const size =
    fields.find((it) => it.name === "$top" || SIZE_NAME.test(toPlainName(it.name))) ??
    fields.find((it) => hasStart && WEAK_SIZE_NAME.test(toPlainName(it.name)) && isNumber(it));
  if (weakStart === undefined || size === undefined) return { starts, size };
  const style = isNumber(weakStart) ? "offset" : "from";
  const start: PageStartField = { ...weakStart, style: /since/i.test(weakStart.name) ? "after" : style };
  return { starts: [...starts, start], size };
}

function hasType(document: Document, schema: Pointer | undefined, ...wanted: readonly string[]): boolean {
  const types = getSchemaTypes(getSchemas(document), schema);
  return types.size === 0 || wanted.some((it) => types.has(it));
}

/** Whether a value is a time, as `after` is if it selects what was created after it. */
export function isTimeField(document: Document, schema: Pointer | undefined): boolean {
  const declared = getSchemas(document).model.possible(schema);
  return declared.some(({ schema: { format } }) => format === "date-time" || format === "date");
}

/** Whether a query parameter of this name belongs to the pages of a list, whatever other parameters there are. */
export function isPagingName(name: string): boolean {
  const plain = toPlainName(name);
  return name === "$top" || SIZE_NAME.test(plain) || START_NAMES.some(([, pattern]) => pattern.test(plain));
}

/** Whether a query parameter of an operation belongs to the pages of its list; a time such as that of `after` selects items. */
export function isPagingParameter(document: Document, operation: Operation, { name, schema }: Parameter): boolean {
  const { starts, size } = findPageFields(document, operation);
  const isNamed = isPagingName(name) && !isTimeField(document, schema);
  return isNamed || [...starts, size].some((it) => it?.parameter.name === name);
}

/** Names in lower case without separators: `@odata.count`, `totalCount` and `total_count` differ only in their words. */
export function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** What a member of a page says, by its type. `amount`: the number of items on the page, or in the list. */
const MEMBER_NAMES = {
  number: {
    total:
      /^((total|overall)(count|items|results|size|elements|records|entries|hits|rows)?|(items|results|records)total|numfound|odatacount)$/,
    count: /^(numberofelements|(items|results)(on|in)(the|this|current)?page|(current|returned)(items?)?(count)?)$/,
    amount: /^((items?|results?|records?)?count|items|results|records|num(berof)?(results|items)|results?size)$/,
    pages: /^((total|num|numberof)?pages|(pages?|totalpages?)(count|total)|totalpage)$/,
    size: /^(limit|size|page(size|limit|len|length)|(items|results|max)?perpage|maxresults)$/,
    page: /^((current)?page(number|num|no|index)?|current|number)$/,
    offset: /^(current)?(offset|skip|start|startat|startindex)$/,
    from: /^from$/,
    to: /^to$/,
  },
  boolean: {
    hasNext: /^((has)?(more|next)(page|results|items|available)?|(is)?truncated)$/,
    hasPrevious: /^(has)?prev(ious)?(page)?$/,
    isFirst: /^(is)?first(page)?$/,
    isLast: /^(done|(is)?(last|end|complete|finished)(page)?)$/,
    isEmpty: /^(is)?empty$/,
  },
  link: {
    next: /^((odata)?next(page)?(number|start|offset|cursor|token|marker|link|ur[il]|href|id|key)*|cursor|continue|after|endcursor|(next)?continuationtoken)$/,
    previous: /^(prev(ious)?(page)?(number|start|offset|cursor|token|marker|link|ur[il]|href|id|key)*|before)$/,
    first: /^first(page)?(number|cursor|link|ur[il]|href)?$/,
    last: /^(last(page)?|maxpage)(number|cursor|link|ur[il]|href)?$/,
    self: /^(self|this)(link|ur[il]|href)?$/,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RegExp>>>>;

export type PageMemberRole = { [Kind in MemberKind]: keyof (typeof MEMBER_NAMES)[Kind] }[MemberKind];
type MemberKind = keyof typeof MEMBER_NAMES;

const PAGE_OBJECT_NAME =
  /^((page|paging|pagination|result|list|response|search)?(meta|metadata|info|context|details)|paging|pagination|pager?|links|cursors|resultset)$/;
const URL_NAME = /(ur[il]|href|link)$/;
const CURSOR_NAME = /(cursor|token|marker|key|id|offset|start|after|before|continue)$/;

/** A member of a page, or of an object in it that describes the page. */
export type PageMember = {
  readonly role: PageMemberRole;
  readonly path: readonly string[];
  /** Of a link: an object whose members describe another page, a URL, a number, a cursor, or text that can be any of these. */
  readonly kind: "object" | "url" | "number" | "cursor" | "text";
};

/** What is known about a list apart from the names in its page. */
type KnownList = { readonly facts: Partial<ListFacts>; readonly fields: ReturnType<typeof findPageFields> };

/** The members of a page that say something about it, as the facts state or names suggest, the outer ones first. */
export function listPageMembers(
  document: Document,
  page: Pointer,
  { operation, facts }: { readonly operation: Operation; readonly facts: Partial<ListFacts> },
): readonly PageMember[] {
  const fields = findPageFields(document, operation);
  const members = listMembers(document, page, { facts, fields }, { path: [] }).toSorted(
    (a, b) => a.path.length - b.path.length,
  );
  const has = (...roles: readonly PageMemberRole[]): boolean => members.some(({ role }) => roles.includes(role));
  const sizes = members.filter(({ role }) => role === "size");
  return members.flatMap((it): readonly PageMember[] => {
    const name = toPlainName(it.path.at(-1) ?? "");
    // Alone, these names have other meanings.
    if (/^(current|number)$/.test(name) && !has("pages", "total")) return [];
    if (/^(from|to)$/.test(it.role) && sizes.length === 0) return [];
    const isAmount = it.role === "amount" || (name === "size" && sizes.length > 1);
    return isAmount ? [{ ...it, role: has("total") ? "count" : "amount" }] : [it];
  });
}

/** The members of an object of a page at a path: what they say of the page, or of the page that the object is a link to. */
function listMembers(
  document: Document,
  schema: Pointer,
  known: KnownList,
  { path, of }: { readonly path: readonly string[]; readonly of?: PageMemberRole | undefined },
): readonly PageMember[] {
  const { items, next, total, count } = known.facts;
  return listNamesOfProperties(document, schema).flatMap((name): readonly PageMember[] => {
    const at = [...path, name];
    const pointer = joinPointer("", ...at);
    if (pointer === items) return [];
    const children = listChildren(document, schema, name);
    const types = new Set(children.flatMap((it) => [...getSchemaTypes(getSchemas(document), it)]));
    const plain = toPlainName(name);
    const role = findStatedRole(known.facts, pointer) ?? findRole(known.fields, { plain, types, of });
    const link = role !== undefined && role in MEMBER_NAMES.link ? role : undefined;
    const isAround = [items, next, total, count].some((it) => it?.startsWith(`${pointer}/`));
    const isOpened = link !== undefined || isAround || PAGE_OBJECT_NAME.test(plain);
    const opened = isOpened && path.length < MAX_DEPTH ? children : [];
    const inner = opened.flatMap((it) => listMembers(document, it, known, { path: at, of: link }));
    if (role === undefined) return inner;
    const isUrl =
      URL_NAME.test(plain) || toPlainName(path.at(-1) ?? "") === "links" || children.some((it) => isUri(document, it));
    return [{ role, path: at, kind: getKind(plain, types, isUrl) }, ...inner];
  });
}

function findStatedRole({ next, total, count }: Partial<ListFacts>, pointer: Pointer): PageMemberRole | undefined {
  if (pointer === next) return "next";
  if (pointer === total) return total === count ? "amount" : "total";
  return pointer === count ? "count" : undefined;
}

function getKind(plain: string, types: ReadonlySet<string>, isUrl: boolean): PageMember["kind"] {
  if (types.has("object")) return "object";
  if (types.has("integer") || types.has("number")) return "number";
  if (isUrl) return "url";
  return CURSOR_NAME.test(plain) ? "cursor" : "text";
}

function isUri(document: Document, schema: Pointer): boolean {
  const declared = getSchemas(document).model.possible(schema);
  return declared.some(
    ({ schema: { format, example } }) => /^ur[il]/.test(String(format)) || /^(https?:\/)?\/\w/.test(String(example)),
  );
}

const MAX_DEPTH = 4;

type NamedMember = {
  readonly plain: string;
  readonly types: ReadonlySet<string>;
  readonly of: PageMemberRole | undefined;
};

function findRole(
  { starts, size }: KnownList["fields"],
  { plain, types, of }: NamedMember,
): PageMemberRole | undefined {
  const isNamed = (field: QueryField | undefined): boolean =>
    field !== undefined && [field.name, field.path.at(-1) ?? ""].some((it) => toPlainName(it) === plain);
  const start = starts.find(isNamed);
  if (of !== undefined) return start !== undefined || URL_NAME.test(plain) || CURSOR_NAME.test(plain) ? of : undefined;
  const is = (...wanted: readonly string[]): boolean => types.size === 0 || wanted.some((it) => types.has(it));
  const isNumber = is("integer", "number");
  if (isNumber && isNamed(size)) return "size";
  if (start?.style === "page" || (start?.style === "offset" && isNumber)) return isNumber ? start.style : undefined;
  const kinds = [
    isNumber ? MEMBER_NAMES.number : {},
    is("boolean") ? MEMBER_NAMES.boolean : {},
    is("string", "object", "integer", "number") ? MEMBER_NAMES.link : {},
  ];
  const named = kinds.flatMap((it) => Object.entries<RegExp>(it)).find(([, name]) => name.test(plain))?.[0];
  return start !== undefined && (is("string") || start.style === "after")
    ? "next"
    : (named as PageMemberRole | undefined);
}
