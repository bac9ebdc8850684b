import type { Disagreement } from "../../checks/index.js";
import {
  type Document,
  isObject,
  type Json,
  joinPointer,
  type Operation,
  type Parameter,
  type Pointer,
  resolve,
  valueAt,
} from "../../document/index.js";
import { printable } from "../../schema/index.js";
import { disagreement } from "../disagreement.js";
import { itemsOf } from "../listing.js";
import { isOpen } from "../open-points.js";
import { type Asked, isAccepted } from "../story.js";

/** A query parameter that filters a listing by a property of its items, as far as the contract shows that. */
export type Filter = {
  readonly parameter: Parameter;
  readonly valuesOf: (item: Json) => readonly Json[];
  /** Those of the item itself, not of what stands in it: a filter may well look at these alone. */
  readonly ownValuesOf: (item: Json) => readonly Json[];
};

/**
 * A parameter filters by a property that is called as it is (`cardNumberLast4` as `card.numberLast4`), whose values are of the same
 * brand of identifiers, or which is of the same component with a list of values.
 */
export function filterBy(document: Document, operation: Operation, parameter: Parameter): Filter | undefined {
  if (parameter.in !== "query" || parameter.schema === undefined || isOpen(document, parameter.pointer))
    return undefined;
  const own = kindOf(document, parameter.schema);
  const listed = own.type === "array" ? kindOf(document, joinPointer(own.pointer, "items")) : own;
  const isFilter = (path: readonly string[], kind: Kind): boolean => {
    const [name = "", outer = ""] = [path.at(-1), path.at(-2)];
    if (name === parameter.name || camel(outer, name) === parameter.name) return true;
    if (listed.brand !== undefined) return kind.brand === listed.brand && (own.type !== "array" || path.length === 1);
    return listed.isListed && kind.pointer === listed.pointer;
  };
  const paths = propertiesOf(document, itemSchema(document, operation)).filter(({ path, kind }) =>
    isFilter(path, kind),
  );
  if (paths.length === 0) return undefined;
  const outermost = Math.min(...paths.map(({ path }) => path.length));
  const outer = paths.filter(({ path }) => path.length === outermost);
  return {
    parameter,
    valuesOf: (item) => paths.flatMap(({ path }) => [...valuesAt(item, path)]),
    ownValuesOf: (item) => outer.flatMap(({ path }) => [...valuesAt(item, path)]),
  };
}

/** A filtered listing shows items with that value, and all of them as far as the whole listing is known. */
export function judgeFilter(
  asked: Asked,
  { parameter, valuesOf, ownValuesOf }: Filter,
  all: readonly Json[] | undefined,
): Disagreement | undefined {
  const items = itemsOf(asked);
  if (items === undefined || !isAccepted(asked)) return undefined;
  const given = asked.request.query[parameter.name];
  const wanted = (Array.isArray(given) ? given : [given]).map((it) => String(it).toLowerCase());
  const isWanted = (value: Json): boolean => wanted.includes(String(value).toLowerCase());
  const wrong = items.filter((item) => !valuesOf(item).some(isWanted)).length;
  const expected = all?.filter((item) => ownValuesOf(item).some(isWanted)).length ?? 0;
  if (wrong === 0 && items.length >= expected) return undefined;
  const value = printable(JSON.stringify(given) ?? "");
  const message =
    wrong > 0
      ? `${wrong} of ${items.length} items do not fit ${parameter.name}=${value}`
      : `${items.length} items are listed with ${parameter.name}=${value}, and the whole listing has ${expected} of them`;
  return disagreement(asked, {
    code: "exchange.filter.ignored",
    message,
    contract: parameter.pointer,
    valueClass: wrong > 0 ? "shown" : "left out",
  });
}

/** The window of a listing: `from` and `to` are names of parameters or headers, held against `updatedAt` of each item. */
export function judgeWindow(
  asked: Asked,
  bounds: { readonly from?: string; readonly to?: string },
): Disagreement | undefined {
  const items = itemsOf(asked);
  if (items === undefined || !isAccepted(asked)) return undefined;
  const outside = items.filter((item) => {
    const time = isObject(item) ? Date.parse(String(item.updatedAt)) : Number.NaN;
    return time < Date.parse(bounds.from ?? "") || time > Date.parse(bounds.to ?? "");
  }).length;
  if (outside === 0) return undefined;
  const window = [
    bounds.from === undefined ? "" : `from ${bounds.from}`,
    bounds.to === undefined ? "" : `to ${bounds.to}`,
  ];
  return disagreement(asked, {
    code: "exchange.filter.ignored",
    message: `${outside} of ${items.length} items were updated outside of the window ${window.join(" ").trim()}`,
    valueClass: `window ${asked.edit?.at ?? ""}`,
  });
}

type Kind = { readonly pointer: Pointer; readonly type: unknown; readonly brand: unknown; readonly isListed: boolean };

function kindOf(document: Document, pointer: Pointer): Kind {
  const found = resolve(document, pointer);
  const { type, "x-brand": brand, enum: values, "x-extensible-enum": known } = found?.value ?? {};
  const isListed = values !== undefined || known !== undefined;
  return { pointer: found?.pointer ?? pointer, type, brand, isListed };
}

function itemSchema(document: Document, operation: Operation): Pointer | undefined {
  const answer = operation.responses.find(({ status }) => status === "200")?.content[0]?.schema;
  const body = answer === undefined ? undefined : resolve(document, answer);
  if (body === undefined) return undefined;
  const operationValue = valueAt(document.root, operation.pointer);
  const paging = isObject(operationValue) && isObject(operationValue["x-paging"]) ? operationValue["x-paging"] : {};
  const name = String(paging.items ?? "").replace(/^\//, "");
  return name === "" ? joinPointer(body.pointer, "items") : joinPointer(body.pointer, "properties", name, "items");
}

type Property = { readonly path: readonly string[]; readonly kind: Kind };

const DEEPEST = 6;

function propertiesOf(document: Document, pointer: Pointer | undefined, path: readonly string[] = []): Property[] {
  const schema = pointer === undefined ? undefined : resolve(document, pointer);
  if (schema === undefined || path.length > DEEPEST) return [];
  const { properties, items, allOf } = schema.value;
  const own = isObject(properties) ? Object.keys(properties) : [];
  return [
    ...own.flatMap((name) => {
      const at = joinPointer(schema.pointer, "properties", name);
      return [{ path: [...path, name], kind: kindOf(document, at) }, ...propertiesOf(document, at, [...path, name])];
    }),
    ...(items === undefined ? [] : propertiesOf(document, joinPointer(schema.pointer, "items"), path)),
    ...(Array.isArray(allOf)
      ? allOf.flatMap((_, index) => propertiesOf(document, joinPointer(schema.pointer, "allOf", index), path))
      : []),
  ];
}

function* valuesAt(value: Json | undefined, path: readonly string[]): Iterable<Json> {
  if (Array.isArray(value)) {
    for (const item of value) yield* valuesAt(item, path);
    return;
  }
  const [name, ...rest] = path;
  if (name === undefined) {
    if (value !== undefined && !isObject(value) && value !== null) yield value;
  } else if (isObject(value)) yield* valuesAt(value[name], rest);
}

function camel(outer: string, name: string): string {
  return outer + name.charAt(0).toUpperCase() + name.slice(1);
}
