import {
  asObject,
  asString,
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  memoizeByObject,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
} from "../document/index.js";
import { getListFacts } from "./list-facts.js";

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

/** Reads what the parameters of an operation select: `x-selects`, and `only` of its list. */
export function getSelections(document: Document, operation: Operation): readonly Selection[] {
  return getReader(document)(operation);
}

const getReader = memoizeByObject((document: Document) =>
  memoizeByObject((operation: Operation): readonly Selection[] => {
    const list = getListFacts(document, operation);
    const always = Object.entries(list?.only ?? {}).map(([property, values]) => ({
      pointer: joinPointer(list?.pointer ?? "", "only", property),
      ...{ parameter: undefined, properties: [property], by: "equal", unless: [], values: { "": values } },
    }));
    return [...always, ...operation.parameters.flatMap((parameter) => readSelections(document, parameter))];
  }),
);

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
