import {
  asObject,
  asString,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  memoizeByPair,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
  resolvePointer,
} from "../document/index.js";
import { getSchemas, getSchemaTypes } from "../schema/index.js";
import { getListFacts } from "./list-facts.js";
import { listBodyFields, listChildren, listNamesOfProperties, listPageSchemas } from "./properties.js";

/** What the items of a list, or the resource that is returned, have if the request has a parameter. */
export type Selection = {
  /** The location of the statement. */
  readonly pointer: Pointer;
  /** Undefined if it holds for every request: `only` of `x-list`. */
  readonly parameter: Parameter | undefined;
  /** JSON Pointers into the item, with `*` for the items of an array. One of their values has to match. */
  readonly properties: readonly Pointer[];
  /** How the value of the parameter and that of a property have to be related, such as `equal` or `from`. */
  readonly by: string;
  /** Names of parameters that make the service ignore this one. */
  readonly unless: readonly string[];
  /** The values that the property can have, by the value of the parameter. */
  readonly values: Readonly<Record<string, readonly Json[]>> | undefined;
};

/** Reads what the parameters of an operation select, and the fields of a body that asks for a list: `x-selects`, and `only` of its list. */
export const getSelections = memoizeByPair((document: Document, operation: Operation): readonly Selection[] => {
  const list = getListFacts(document, operation);
  const always = Object.entries(list?.only ?? {}).map(([property, values]) => ({
    pointer: joinPointer(list?.pointer ?? "", "only", property),
    ...{ parameter: undefined, properties: [property], by: "equal", unless: [], values: { "": values } },
  }));
  const fields = [...operation.parameters, ...(list === undefined ? [] : listBodyFields(document, operation))];
  return [...always, ...fields.flatMap((field) => readSelections(document, field))];
});

/** Whether a value of a property is related to that of a parameter as a selection says; undefined if they cannot be compared. */
type Comparison = (value: Json, wanted: Json) => boolean | undefined;

/** Case does not count: UUIDs are equal in both, and so are the values of many services. */
const toText = (value: Json): string => String(value).trim().toLowerCase();

const isEqual = (value: Json, wanted: Json): boolean => toText(value) === toText(wanted);

/** @param isInOrder whether a number or a time is at most another one */
export function createComparisons(isInOrder: Comparison): Readonly<Record<string, Comparison>> {
  const comparisons: Readonly<Record<string, Comparison>> = {
    equal: isEqual,
    "one-of": isEqual,
    prefix: (value, wanted) => toText(value).startsWith(toText(wanted)),
    suffix: (value, wanted) => toText(value).endsWith(toText(wanted)),
    contains: (value, wanted) => toText(value).includes(toText(wanted)),
    from: (value, wanted) => isInOrder(wanted, value),
    until: isInOrder,
    range: (value, wanted) => {
      if (!isObject(wanted)) return isEqual(value, wanted);
      const results = Object.entries(wanted).map(([name, it]) =>
        comparisons[FROM_NAME.test(name) ? "from" : "until"]?.(value, it ?? null),
      );
      return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
    },
  };
  return comparisons;
}

/** Names of parameters and members with the start of a window. */
export const FROM_NAME = /^(after|since|from|gte?|start|begin|min)$/i;

/** The statements of one parameter. */
export function readSelections(document: Document, parameter: Parameter): readonly Selection[] {
  const found = resolvePointer(document, parameter.pointer);
  const stated = found?.value["x-selects"];
  if (found === undefined || stated === undefined) return [];
  const pointer = joinPointer(found.pointer, "x-selects");
  return [stated].flat().flatMap((it, index): readonly Selection[] => {
    const value = asObject(it);
    if (value === undefined) return [];
    const at = Array.isArray(stated) ? joinPointer(pointer, String(index)) : pointer;
    return [{ ...readSelection(value), pointer: at, parameter }];
  });
}

function readSelection({ property, by, unless, values }: JsonObject): Omit<Selection, "pointer" | "parameter"> {
  const table = asObject(values);
  return {
    properties: [property ?? []].flat().map(String),
    by: asString(by) ?? "equal",
    unless: [unless ?? []].flat().map(String),
    values:
      table && Object.fromEntries(Object.entries(table).map(([value, allowed]) => [value, [allowed].flat() as Json[]])),
  };
}

/**
 * Whether a value is what a parameter such as `include_notes` adds to an item. A property can be there without it: as null, or empty. If it
 * is a boolean, such as `archived`, the parameter adds the items for which it is true.
 */
export function isIncluded(value: Json | undefined): boolean {
  if (isObject(value) || Array.isArray(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "";
}

/**
 * The schemas of what an operation returns: of the items of its list, or of a response that is no list. The items are at the
 * location that the spec states, or the response is an array.
 *
 * @param inferred what is used if the spec states nothing
 */
export function listItemSchemas(document: Document, operation: Operation, inferred?: JsonObject): readonly Pointer[] {
  const items = getListFacts(document, operation)?.items ?? asString(inferred?.items);
  return listPageSchemas(operation).flatMap((schema) => {
    const isArray = getSchemaTypes(getSchemas(document), schema).has("array");
    const path = items === undefined ? (isArray ? ["*"] : []) : [...parsePointer(items), "*"];
    return path.reduce<readonly Pointer[]>(
      (at, name) => at.flatMap((it) => listChildren(document, it, name)),
      [schema],
    );
  });
}

/** The values at a path into an item, in which `*` are the items of an array. */
export function listValues(value: Json, [name, ...path]: readonly string[]): readonly Json[] {
  if (Array.isArray(value))
    return value.flatMap((it: Json) => listValues(it, name === "*" ? path : [name ?? "", ...path]));
  if (name === undefined || name === "") return [value];
  const child = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return child === undefined ? [] : listValues(child, path);
}

/** A location that no value of a schema can have: the first name that is not declared, and those that are. */
type MissingLocation = { readonly name: string; readonly declared: readonly string[] };

type Sought = { readonly path: readonly string[]; readonly type?: string | undefined };

/**
 * Finds out why no value of a schema has something at a path, in which `*` are the items of an array. Undefined if one can have it,
 * as it can if its schemas do not say which properties it has.
 */
export function findMissing(
  document: Document,
  pointer: Pointer,
  { path: [name, ...path], type }: Sought,
): MissingLocation | undefined {
  const schemas = getSchemas(document);
  const possible = schemas.model.possible(pointer);
  if (possible.some(({ schema }) => isOpen(schema))) return undefined;
  const types = getSchemaTypes(schemas, pointer);
  if (name === undefined)
    return type === undefined || types.size === 0 || types.has(type) ? undefined : { name: "", declared: [] };
  const children = listChildren(document, pointer, name);
  const found = children.map((it) => findMissing(document, it, { path, type }));
  if (found.length > 0) return found.every((it) => it !== undefined) ? found[0] : undefined;
  const declared = listNamesOfProperties(document, pointer);
  if (name === "*") return types.size === 0 || types.has("array") ? undefined : { name, declared };
  const saysNothing = declared.length === 0 && possible.every(({ schema }) => schema.properties === undefined);
  return saysNothing && (types.size === 0 || types.has("object")) ? undefined : { name, declared };
}

/** Whether a schema allows properties that it does not name, or says in another way which it has. */
function isOpen({ additionalProperties, unevaluatedProperties, ...keywords }: JsonObject): boolean {
  const others = [additionalProperties, unevaluatedProperties].filter((it) => it !== undefined && it !== false);
  return others.length > 0 || CONDITIONAL.some((keyword) => keywords[keyword] !== undefined);
}

const CONDITIONAL = ["patternProperties", "$dynamicRef", "if", "dependentSchemas", "dependencies"] as const;
