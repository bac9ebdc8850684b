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
} from "../../document/index.js";
import {
  createComparisons,
  getSelections,
  isPagingParameter,
  listValues,
  type Selection,
} from "../../resources/index.js";
import { inferFilter } from "../../resources/infer-keywords.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import { compareNumbers, type ExactNumber, isNumber } from "../../schema/values/exact-number.js";
import { toSingular } from "./path-shape.js";
import type { StoredRecord } from "./record-store.js";
import { listRequestSchemas } from "./resource-location.js";

type QueryValues = Readonly<Record<string, Json>>;

/**
 * A search by POST as a read of the list beside it: the members of its body are like parameters of a query, and those of an
 * object such as `filter` like `filter[name]`.
 */
export const toQuery = memoizeByPair((document: Document, operation: Operation): Operation => {
  const [body] = listRequestSchemas(operation);
  const members = body === undefined ? [] : listMembers(document, body, FILTER_NAME);
  const parameters = members.map(([name, schema]): Parameter => {
    const form = { style: "form", explode: true, allowReserved: false, allowEmptyValue: false } as const;
    return { ...form, pointer: schema, name, in: "query", required: false, schema };
  });
  const path = operation.path.replace(/\/[^/]*\/?$/, "");
  return { ...operation, method: "GET", path, parameters: [...operation.parameters, ...parameters] };
});

const FILTER_NAME = /^(filters?|where|criteria|conditions?)$/i;

function listMembers(document: Document, schema: Pointer, opened: RegExp): readonly (readonly [string, Pointer])[] {
  return listNamesOfProperties(document, schema).flatMap((name) => {
    const [child] = listChildren(document, schema, name);
    if (child === undefined) return [];
    const inner = opened.test(name) ? listNamesOfProperties(document, child) : [];
    if (inner.length === 0) return [[name, child] as const];
    return inner.flatMap((it) => listChildren(document, child, it).map((own) => [`filter[${it}]`, own] as const));
  });
}

/** The values that select records: those of a query, and of a body by the names that `toQuery` gives them. */
export function readQuery(
  { query }: Pick<SelectingPlay, "query">,
  { parameters, body }: { readonly parameters: QueryValues; readonly body?: Json | undefined },
): QueryValues {
  if (query === undefined) return parameters;
  const members = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]): (readonly [string, Json])[] =>
    FILTER_NAME.test(name) && isObject(value)
      ? Object.entries(value).map(([member, it]) => [`filter[${member}]`, it])
      : [[name, value]],
  );
  return { ...parameters, ...Object.fromEntries(members.filter(([, value]) => value !== null)) };
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
  play: SelectingPlay,
  { records, values }: { readonly records: readonly StoredRecord[]; readonly values: QueryValues },
): readonly StoredRecord[] {
  return listSelections(document, play).reduce((left, selection) => filter(left, selection, values), records);
}

type SelectingPlay = {
  readonly operation: Operation;
  readonly query?: Operation;
  readonly itemSchema?: Pointer;
  readonly resource:
    | { readonly schema: Pointer; readonly identity?: readonly string[] | undefined; readonly name?: string }
    | undefined;
};

type UsedSelection = Pick<Selection, "properties" | "by" | "unless" | "values"> & { readonly name: string | undefined };

/** The selections of the query and of a body; those of path parameters are in the place of the list. */
export function listSelections(document: Document, play: SelectingPlay): readonly UsedSelection[] {
  const { resource, itemSchema, operation = play.operation } = { ...play, operation: play.query };
  const stated = getSelections(document, operation).filter(({ parameter }) => parameter?.in !== "path");
  const known = new Set(stated.map(({ parameter }) => parameter?.name));
  const items = [itemSchema, resource?.schema].filter((it) => it !== undefined);
  const fields = listSelectingFields(document, operation);
  const others = fields.map(({ name }) => name);
  const inferred = fields.flatMap(({ name, schema }): UsedSelection[] => {
    const isWindow = WINDOW_END.test(name) && getSchemaTypes(getSchemas(document), schema).has("string");
    const names = [name, ...(isWindow ? FIRST_TIMES.map((it) => `${it}_${name}`) : [])];
    const [found] = known.has(name)
      ? []
      : names.map((it) => inferFilter(document, { name: it, schema, others }, items)).filter(isObject);
    const { property = known.has(name) ? undefined : findOwnId(name, resource), by = "equal" } = found ?? {};
    return property === undefined
      ? []
      : [{ name, properties: [String(property)], by: String(by), unless: [], values: undefined }];
  });
  return [...stated.map((it) => ({ ...it, name: it.parameter?.name })), ...inferred];
}

/** The id of a record that a field of its list names: `petId` of `/pets`. */
function findOwnId(field: string, resource: SelectingPlay["resource"]): Pointer | undefined {
  const { identity = [], name = "" } = resource ?? {};
  const [own, ...inner] = identity;
  if (own === undefined || inner.length > 0) return undefined;
  return toPlainName(field) === toSingular(name) + toPlainName(own) ? joinPointer("", own) : undefined;
}

const WINDOW_END = /^(after|since|from|start|before|until|to|end)$/i;
/** Of several times of an item, a window is of the first one. */
const FIRST_TIMES = ["start", "created", "event"];

type SelectingField = { readonly name: string; readonly isRequired: boolean; readonly schema?: Pointer | undefined };

function listSelectingFields(document: Document, operation: Operation): readonly SelectingField[] {
  const query = operation.parameters.filter((it) => it.in === "query" && !isPagingParameter(document, operation, it));
  const bodies = operation.method === "DELETE" ? listRequestSchemas(operation) : [];
  const members = bodies.flatMap((body) => {
    const names = listNamesOfProperties(document, body);
    const fields = names.map((name) => ({ name, schema: listChildren(document, body, name)[0], isRequired: true }));
    return names.length === 0 ? [{ name: "the body", isRequired: true }] : fields;
  });
  return [...query.map(({ name, schema, required }) => ({ name, schema, isRequired: required })), ...members];
}

/**
 * The fields of a request that select records in a way which nothing says. What they select is unknown, so that nothing may be
 * deleted. Flags select nothing.
 */
export function listUnknownSelectors(document: Document, play: SelectingPlay): readonly SelectingField[] {
  const known = new Set(listSelections(document, play).map(({ name }) => name));
  return listSelectingFields(document, play.query ?? play.operation).filter(
    ({ name, schema }) => !known.has(name) && !getSchemaTypes(getSchemas(document), schema).has("boolean"),
  );
}

/** The names of query parameters of a read that change nothing in its response. */
export function listIgnoredParameters(document: Document, { kind, ...play }: SelectingPlay & { kind: string }) {
  if (!/^(list|count|read)$/.test(kind)) return [];
  const used = new Set(
    kind === "read" ? play.resource?.identity : listSelections(document, play).map(({ name }) => name),
  );
  return listSelectingFields(document, play.query ?? play.operation).flatMap(({ name }) =>
    used.has(name) ? [] : [name],
  );
}

function filter(
  records: readonly StoredRecord[],
  selection: UsedSelection,
  query: QueryValues,
): readonly StoredRecord[] {
  const { name, properties, by, unless, values } = selection;
  const given = name === undefined ? "" : query[name];
  const compare = COMPARISONS[by];
  if (given === undefined || compare === undefined || unless.some((it) => query[it] !== undefined)) return records;
  // The reader of parameters has split arrays; a comma in one of their items belongs to it.
  const texts: readonly Json[] = by === "one-of" && typeof given === "string" ? given.split(",") : [given].flat();
  const wanted = values === undefined ? texts : texts.flatMap((it) => values[String(it)] ?? []);
  if (wanted.length === 0) return records;
  return records.filter(({ value }) => {
    const found = properties.flatMap((property) => listValues(value, parsePointer(property)));
    return found.some((it) => wanted.some((other) => compare(it, other)));
  });
}

const COMPARISONS = createComparisons((first, second) => compareNumbers(toOrdinal(first), toOrdinal(second)) <= 0);

/** Numbers and times; a number as text is a number. */
function toOrdinal(value: Json): number | ExactNumber {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return isNumber(number) && !Number.isNaN(number) ? number : Date.parse(String(value));
}
