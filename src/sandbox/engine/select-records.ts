import { type Document, isObject, type Json, type Operation, parsePointer } from "../../document/index.js";
import { getSelections, isPagingParameter, type Selection } from "../../resources/index.js";
import { inferSelection } from "../../resources/infer-keywords.js";
import type { StoredRecord } from "./record-store.js";

type QueryValues = Readonly<Record<string, Json>>;

/** The records that the query selects, by what the spec states about its parameters, or their names suggest. */
export function selectRecords(
  document: Document,
  operation: Operation,
  { records, query }: { readonly records: readonly StoredRecord[]; readonly query: QueryValues },
): readonly StoredRecord[] {
  return listSelections(document, operation).reduce((left, selection) => filter(left, selection, query), records);
}

type UsedSelection = Pick<Selection, "properties" | "by" | "unless" | "values"> & { readonly name: string | undefined };

/** The selections of the query parameters; those of path parameters are in the place of the list. */
export function listSelections(document: Document, operation: Operation): readonly UsedSelection[] {
  const stated = getSelections(document, operation).filter(({ parameter }) => parameter?.in !== "path");
  const known = new Set(stated.map(({ parameter }) => parameter?.name));
  const inferred = operation.parameters.flatMap((parameter): UsedSelection[] => {
    const { name } = parameter;
    if (parameter.in !== "query" || known.has(name) || isPagingParameter(document, operation, parameter)) return [];
    const { property, by = "equal" } = inferSelection(document, operation, parameter) ?? {};
    return property === undefined
      ? []
      : [{ name, properties: [String(property)], by: String(by), unless: [], values: undefined }];
  });
  return [...stated.map((it) => ({ ...it, name: it.parameter?.name })), ...inferred];
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
  const texts = [given]
    .flat()
    .flatMap((it) => (by === "one-of" && typeof it === "string" ? it.split(",") : [it as Json]));
  const wanted = values === undefined ? texts : texts.flatMap((it) => values[String(it)] ?? []);
  if (wanted.length === 0) return records;
  return records.filter(({ value }) => {
    const found = properties.flatMap((property) => listValues(value, parsePointer(property)));
    return found.some((it) => wanted.some((other) => compare(it, other)));
  });
}

const toText = (value: Json): string => String(value).trim().toLowerCase();

const isSame = (value: Json, wanted: Json): boolean => toText(value) === toText(wanted);

const COMPARISONS: Readonly<Record<string, (value: Json, wanted: Json) => boolean>> = {
  equal: isSame,
  "one-of": isSame,
  prefix: (value, wanted) => toText(value).startsWith(toText(wanted)),
  suffix: (value, wanted) => toText(value).endsWith(toText(wanted)),
  contains: (value, wanted) => toText(value).includes(toText(wanted)),
  from: (value, wanted) => toOrdinal(value) >= toOrdinal(wanted),
  until: (value, wanted) => toOrdinal(value) <= toOrdinal(wanted),
};

/** Numbers and times; a number as text is a number. */
function toOrdinal(value: Json): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : Date.parse(String(value));
}

/** The scalars at a path, in which `*` are the items of an array. */
function listValues(value: Json, [name, ...path]: readonly string[]): readonly Json[] {
  if (Array.isArray(value))
    return value.flatMap((it: Json) => listValues(it, name === "*" ? path : [name ?? "", ...path]));
  if (name === undefined || name === "") return [value];
  const child = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return child === undefined ? [] : listValues(child, path);
}
