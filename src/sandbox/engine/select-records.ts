import {
  type Document,
  isObject,
  type Json,
  joinPointer,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  resolvePointer,
} from "../../document/index.js";
import { compareNumbers, type ExactNumber, isNumber } from "../../document/values/exact-number.js";
import {
  createComparisons,
  getSelections,
  isPagingParameter,
  listValues,
  type Selection,
} from "../../resources/index.js";
import { inferFilter, inferTimeWindow, SORT_NAME } from "../../resources/infer-keywords.js";
import { listQueryFields, type QueryField, toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import { SEARCH_PATH, toSingular } from "./path-shape.js";
import type { StoredRecord } from "./record-store.js";
import type { Play } from "./resource.js";
import { listRequestSchemas } from "./resource-location.js";
import { getMember } from "./sample-values.js";
import type { PlayedRequest } from "./turn.js";

type QueryValues = Readonly<Record<string, Json>>;

/** A request whose body selects records as one whose query does: the members of the body are like required parameters. */
export const toQuery = memoizeByPair((document: Document, operation: Operation): Operation => {
  const form = { style: "deepObject", explode: true, allowReserved: false, allowEmptyValue: false } as const;
  const members = listRequestSchemas(operation).flatMap((body): readonly Parameter[] => {
    const names = listNamesOfProperties(document, body);
    const fields = names.flatMap((name) => listChildren(document, body, name).map((it) => [name, it] as const));
    const all = fields.length === 0 ? ([["the body", body]] as const) : fields;
    return all.map(([name, schema]) => ({ ...form, pointer: schema, name, in: "query", required: true, schema }));
  });
  const path = operation.path.replace(/\/[^/]*\/?$/, "");
  return { ...operation, method: "GET", path, parameters: [...operation.parameters, ...members] };
});

/** The values that select records: those of a query and those of a body. */
export function readSelectors({ parameters, body }: PlayedRequest): QueryValues {
  return isObject(body) ? { ...parameters, ...body } : parameters;
}

/** The last segment of a path that returns some records of a list, whose body says which. */
export const SEARCH_VERB = /^_?(search|query|filter|find|list|get|fetch|lookup|scroll|paginate|browse|select)/i;

/** The last segment of a path that returns the number of the records of a list. */
export const COUNT_NAME = /^_?(count|total)$/i;

/** Where a body has the number of the records of a list: the whole body, or its members of such names. */
export function findCounts(document: Document, body: Pointer | undefined): readonly (readonly string[])[] {
  if (body === undefined) return [];
  const isInteger = (it: Pointer): boolean => getSchemaTypes(getSchemas(document), it).has("integer");
  if (isInteger(body)) return [[]];
  const named = listNamesOfProperties(document, body).filter((it) =>
    /^(num_?|total_?)?(count|total|number)$/i.test(it),
  );
  return named.filter((it) => listChildren(document, body, it).some(isInteger)).map((it) => [it]);
}

/** The records that the fields of a request select, by what the spec states about them, or their names suggest. */
export function selectRecords(
  document: Document,
  play: Play,
  { records, values }: { readonly records: readonly StoredRecord[]; readonly values: QueryValues },
): readonly StoredRecord[] {
  return listSelections(document, play).reduce((left, selection) => filter(left, selection, values), records);
}

type UsedSelection = Pick<Selection, "properties" | "by" | "unless" | "values"> & {
  readonly name: string | undefined;
  readonly path: readonly string[];
};

/** The selections of the query and of a body; those of path parameters are in the place of the list. */
export function listSelections(document: Document, play: Play): readonly UsedSelection[] {
  const { resource, itemSchema, operation = play.operation } = { ...play, operation: play.query };
  const stated = getSelections(document, operation).filter(({ parameter }) => parameter?.in !== "path");
  const items = [itemSchema, resource?.schema].filter((it) => it !== undefined);
  const known = new Set(stated.map(({ parameter }) => parameter?.name));
  const fields = listSelectingFields(document, operation).filter((it) => !isSort(document, it));
  const others = fields.map(({ name }) => name);
  const [id = ""] = resource?.identity ?? [];
  // A record is what the attributes of its resource object have.
  const wrapped = resource?.isAttributes ? "/attributes" : "";
  const record = resource?.schema ?? "";
  const dates = ["date", ...listDates(document, record)];
  const isSearch = SEARCH_PATH.test(play.operation.path);
  const texts = listTexts(document, record);
  const inferred = fields.flatMap(({ name, path = [name], schema }): UsedSelection[] => {
    const isWindow = WINDOW_END.test(name) && getSchemaTypes(getSchemas(document), schema).has("string");
    // The id of a record in the query of its list: `petId` of `/pets`.
    const isOwnId = toPlainName(name) === toSingular(resource?.name ?? "") + toPlainName(id);
    const listEnds = (times: readonly string[]) => (isWindow ? times.map((it) => `${it}_${name}`) : []);
    const names = [...listEnds(dates), name, ...listEnds(FIRST_TIMES), ...(isOwnId ? [id] : [])];
    const isPlain = [...getSchemaTypes(getSchemas(document), schema)].join() !== "object";
    const members = isPlain || schema === undefined ? [] : listNamesOfProperties(document, schema);
    const isUnclear = members.length > 0 && !members.some((it) => OPERATORS.has(toPlainName(it)));
    const [found] = (known.has(name) || isUnclear ? [] : names)
      .map((it) => inferFilter(document, { name: it, schema, others }, items))
      .filter(isObject);
    const { property, by = "equal" } = found ?? {};
    const common = { name, path, unless: [], values: undefined };
    if (SEARCH_FIELD.test(name) && (isSearch || (found === undefined && isPlain && texts.length > 0)))
      return [{ ...common, properties: texts, by: "contains" }];
    const properties = [String(property).replace(wrapped, "")];
    return property === undefined ? [] : [{ ...common, properties, by: String(by) }];
  });
  const own = stated.map((it) => ({ ...it, name: it.parameter?.name, path: [it.parameter?.name ?? ""] }));
  const clear = new Set([...known, ...inferred.map(({ name }) => name)]);
  // What is deleted has to be clear.
  const unclear = play.kind === "clear" ? [] : fields.filter(({ name }) => !clear.has(name));
  const windows = unclear.flatMap(({ name, path = [name], schema }): UsedSelection[] => {
    const window = inferTimeWindow(document, { name, schema }, items);
    return window === undefined ? [] : [{ name, path, unless: [], values: undefined, ...window }];
  });
  return [...own, ...inferred, ...windows];
}

/** The field of a search such as `/search/pets?query=rex`, or of a list: a text of the record contains it. */
const SEARCH_FIELD = /^(q|query|search|text|term|search_?term)$/i;

function listTexts(document: Document, schema: Pointer): readonly Pointer[] {
  const isText = (it: Pointer): boolean => getSchemaTypes(getSchemas(document), it).has("string");
  const names = listNamesOfProperties(document, schema).filter((it) => listChildren(document, schema, it).some(isText));
  return names.map((it) => joinPointer("", it));
}

/** The names of the dates in lists of a record, such as `splits_date` of `{ splits: [{ date }] }`. */
function listDates(document: Document, schema: Pointer): readonly string[] {
  const hasItems = (it: string): boolean =>
    listChildren(document, schema, it).some((child) => listChildren(document, child, "*").length > 0);
  return listNamesOfProperties(document, schema).flatMap((it) => (hasItems(it) ? [`${it}_date`] : []));
}

const WINDOW_END = /^(after|since|from|start|before|until|to|end)$/i;
/** Of several times of an item, a window is of the first one. */
const FIRST_TIMES = ["start", "created", "event"];

/** Whether a field with a name such as `order` says that it sorts, although records have a property of that name. */
function isSort(document: Document, { name, schema, parameter }: SelectingField): boolean {
  const { description, enum: values } = resolvePointer(document, schema)?.value ?? {};
  const texts = [resolvePointer(document, parameter.pointer)?.value.description, description, values];
  return SORT_NAME.test(name) && SORT_TEXT.test(texts.flat().join("\n"));
}

const SORT_TEXT = /\bsort|\border(ed|s)? by\b|^-?(a|de)sc(ending)?$/im;

type SelectingField = Pick<QueryField, "parameter"> &
  Partial<Pick<QueryField, "path" | "schema">> & {
    readonly name: string;
    readonly isRequired: boolean;
  };

function listSelectingFields(document: Document, operation: Operation): readonly SelectingField[] {
  return listQueryFields(document, operation)
    .filter(({ parameter }) => !isPagingParameter(document, operation, parameter))
    .map((it) => ({ ...it, isRequired: it.parameter.required }));
}

/**
 * The fields of a request that select records in a way which nothing says. What they select is unknown, so that nothing may be
 * deleted. Flags select nothing.
 */
export function listUnknownSelectors(document: Document, play: Play): readonly SelectingField[] {
  const known = new Set(listSelections(document, play).map(({ name }) => name));
  return listSelectingFields(document, play.query ?? play.operation).filter(
    ({ name, schema }) => !known.has(name) && !getSchemaTypes(getSchemas(document), schema).has("boolean"),
  );
}

/** The names of query parameters of a read that change nothing in its response. */
export function listIgnoredParameters(document: Document, play: Play) {
  const { kind } = play;
  if (!/^(list|count|read)$/.test(kind)) return [];
  const used = new Set(
    kind === "read" ? play.resource?.identity : listSelections(document, play).map(({ name }) => name),
  );
  const fields = listSelectingFields(document, play.query ?? play.operation);
  // An object of which nothing is used is named as a whole.
  const opened = new Set(fields.flatMap(({ name, path = [] }) => (used.has(name) ? path.slice(0, 1) : [])));
  const ignored = fields.filter(({ name }) => !used.has(name));
  return [...new Set(ignored.map(({ name, path: [whole = name] = [] }) => (opened.has(whole) ? name : whole)))];
}

function filter(
  records: readonly StoredRecord[],
  selection: UsedSelection,
  query: QueryValues,
): readonly StoredRecord[] {
  const { name, path, properties, by, unless, values } = selection;
  const given = name === undefined ? "" : (getMember(query, path) ?? undefined);
  const compare = COMPARISONS[by];
  if (given === undefined || compare === undefined || unless.some((it) => query[it] !== undefined)) return records;
  if (isObject(given))
    return Object.keys(given).reduce((left, it) => {
      const member = { ...selection, path: [...path, it], by: OPERATORS.get(toPlainName(it)) ?? "" };
      return filter(left, member, query);
    }, records);
  // The reader of parameters has split arrays; a comma in one of their items belongs to it.
  const texts: readonly Json[] = by === "one-of" && typeof given === "string" ? given.split(",") : [given].flat();
  const wanted = values === undefined ? texts : texts.flatMap((it) => values[String(it)] ?? []);
  if (wanted.length === 0) return records;
  // A flag that a record does not have is false.
  const isUnset = by === "equal" && wanted.includes(false);
  return records.filter(({ value }) => {
    const found = properties.flatMap((property) => listValues(value, parsePointer(property)));
    if (isUnset && found.every((it) => it === null)) return true;
    return found.some((it) => wanted.some((other) => compare(it, other)));
  });
}

/** How the member of a filter such as `{ "eq": "a" }` compares. */
const OPERATORS = new Map(
  Object.entries({
    equal: "eq equals is",
    "not-equal": "ne neq not",
    "one-of": "in oneof",
    contains: "contains like ilike icontains search",
    prefix: "startswith prefix",
    suffix: "endswith suffix",
    from: "gte ge after begin from min since start",
    until: "lte le before end max to until",
    above: "gt",
    below: "lt",
  }).flatMap(([by, names]) => names.split(" ").map((name) => [name, by] as const)),
);

const compareOrdinals = (first: Json, second: Json): number => compareNumbers(toOrdinal(first), toOrdinal(second));
const KNOWN_COMPARISONS = createComparisons((first, second) => compareOrdinals(first, second) <= 0);

const COMPARISONS: typeof KNOWN_COMPARISONS = {
  ...KNOWN_COMPARISONS,
  "not-equal": (value, wanted) => KNOWN_COMPARISONS.equal?.(value, wanted) === false,
  above: (value, wanted) => compareOrdinals(value, wanted) > 0,
  below: (value, wanted) => compareOrdinals(value, wanted) < 0,
};

/** Numbers and times; a number as text is a number. */
function toOrdinal(value: Json): number | ExactNumber {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return isNumber(number) && !Number.isNaN(number) ? number : Date.parse(String(value));
}
