import { isObject, type Json, joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName, isSecretPath, isSuccess, redactText } from "../../recording/index.js";
import { createComparisons, getListFacts, getSelections, isIncluded, type Selection } from "../../resources/index.js";
import { isSensitive, toPrintable } from "../../schema/index.js";
import type { Check, CheckContext, CheckFinding } from "./check.js";
import { listRequestFields } from "./listing.js";
import { getRedactedPath, isHidden } from "./values.js";

/** A scalar in a response, and its location. */
export type LocatedValue = { readonly at: Pointer; readonly value: Json };

/**
 * `exchange.filter.ignored`, `exchange.resource.other`: a response has an item, or is a resource, that the request does not select,
 * as the spec states with `x-selects`. The body is read only if a parameter selects.
 */
export const checkSelections: Check = (context, report) => {
  const { exchange, operation, schemas, bodies } = context;
  const { content } = bodies.response;
  const selections = getSelections(schemas.document, operation);
  if (selections.length === 0 || content.kind !== "value" || content.each === true || !isSuccess(exchange)) return;
  const parameters = listRequestFields(context);
  for (const selection of selections) {
    const wanted = readWanted({ parameters, schemas }, selection);
    const finding = wanted && findUnselected(context, selection, { wanted, body: content.value as Json });
    if (finding !== undefined) report(finding);
  }
};

/** Whether a value of an item may be there; undefined if that cannot be decided. */
type Matcher = (value: Json) => boolean | undefined;

export type Wanted = {
  /** Formats the parameter and its value. */
  readonly formatLabel: () => string;
  readonly matches: Matcher;
  /** Whether a property that is there is wrong, also if it is empty. */
  readonly isAbsence?: boolean;
};

/** What a request selects; undefined if it does not select, or if that is not known. */
export function readWanted(
  { parameters, schemas }: Pick<CheckContext, "parameters" | "schemas">,
  selection: Selection,
): Wanted | undefined {
  const { parameter, by, unless, values } = selection;
  if (parameter === undefined)
    return { formatLabel: () => '"only" of the list', matches: createMatcher("equal", values?.[""] ?? []) };
  const isPresent = (name: string): boolean =>
    parameters.some((it) => it.parameter.name === name && it.reading.kind !== "absent");
  const reading = parameters.find((it) => it.parameter.pointer === parameter.pointer)?.reading;
  if (reading?.kind !== "value" || unless.some(isPresent)) return undefined;
  const given = [reading.value as Json].flat().flatMap((it) => (by === "one-of" ? splitList(it) : [it]));
  if (
    given.some((it) => it === "" || isHidden(it)) ||
    isSecretName(parameter.name) ||
    isSensitive(schemas, parameter.schema, "")
  )
    return undefined;
  const formatLabel = (): string => `${parameter.name}=${toPrintable(redactText(JSON.stringify(reading.value) ?? ""))}`;
  if (by === "presence")
    return given.some((it) => String(it) === "false")
      ? { formatLabel, matches: () => false, isAbsence: true }
      : undefined;
  const allowed = values === undefined ? given : given.flatMap((it) => values[String(it)] ?? []);
  return allowed.length === 0 ? undefined : { formatLabel, matches: createMatcher(by, allowed) };
}

/** A list in a text is separated by commas. */
function splitList(value: Json): readonly Json[] {
  return typeof value === "string" ? value.split(",").map((it) => it.trim()) : [value];
}

function createMatcher(by: string, wanted: readonly Json[]): Matcher {
  const compare = COMPARISONS[by];
  return (value) => {
    if (compare === COMPARISONS.equal && wanted.includes(value)) return true;
    if (compare === undefined || value === "" || isHidden(value)) return undefined;
    const results = wanted.map((it) => compare(value, it));
    return results.includes(true) ? true : results.includes(undefined) ? undefined : false;
  };
}

/** Whether a number or time is at most another one. Times may be equal within a second, because many services drop fractions. */
function isInOrder(first: Json, second: Json): boolean | undefined {
  const [low, high] = [first, second].map(toOrdinal);
  if (low === undefined || high === undefined || typeof first !== typeof second) return undefined;
  return typeof first === "string" ? Math.floor(low / 1000) <= Math.floor(high / 1000) : low <= high;
}

/** Of times, only those with a time zone can be compared: RFC 3339, and HTTP dates. */
function toOrdinal(value: Json): number | undefined {
  if (typeof value === "number") return value;
  const time = typeof value === "string" && TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const COMPARISONS = createComparisons(isInOrder);

const TIME =
  /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?(Z|z|[+-]\d\d:\d\d)$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/** Finds the items that a selection excludes. One without the property is not checked. */
function findUnselected(
  context: CheckContext,
  { parameter, pointer, properties, by }: Selection,
  { wanted, body }: { readonly wanted: Wanted; readonly body: Json },
): CheckFinding | undefined {
  const schema = context.bodies.response.media?.schema;
  const { base, items } = readItems(context, body);
  const isReadable = ({ at, value }: LocatedValue): boolean =>
    !isSecretPath(parsePointer(at), String(value)) && !isSensitive(context.schemas, schema, at);
  const paths = properties.map(parsePointer);
  const wrong = items.flatMap((item, index): LocatedValue[] => {
    const at = base === undefined ? "" : joinPointer(base, String(index));
    const found = paths.flatMap((path) => listLocatedValues({ at, value: item }, path));
    if (wanted.isAbsence === true) return found.filter(({ value }) => isIncluded(value)).slice(0, 1);
    const scalars = found.filter(({ value }) => value !== null && typeof value !== "object");
    const isOther = scalars.length > 0 && scalars.every(({ value }) => wanted.matches(value) === false);
    return isOther && scalars.every(isReadable) ? scalars.slice(0, 1) : [];
  });
  const [first] = wrong;
  if (first === undefined) return undefined;
  const property = getRedactedPath(context, schema, first.at);
  const what = base === undefined ? "the resource does" : `${wrong.length} of ${items.length} items do`;
  const shown = typeof first.value === "object" ? "there" : toPrintable(redactText(JSON.stringify(first.value)));
  return {
    code: parameter?.in === "path" ? "exchange.resource.other" : "exchange.filter.ignored",
    message: `${what} not match ${wanted.formatLabel()}: ${toPrintable(first.at)} is ${shown}`,
    part: "response.body",
    at: first.at,
    contract: parameter?.pointer ?? pointer,
    property,
    valueClass: `${parameter?.name ?? "every item"} ${by}`,
    occurrences: wrong.length,
  };
}

/** The items of a list and the location of their array, or the resource. */
function readItems({ schemas, operation }: CheckContext, body: Json): { base?: Pointer; items: readonly Json[] } {
  const items = getListFacts(schemas.document, operation)?.items;
  if (items === undefined) return Array.isArray(body) ? { base: "", items: body } : { items: [body] };
  const [array] = listLocatedValues({ at: "", value: body }, parsePointer(items));
  return { base: items, items: Array.isArray(array?.value) ? array.value : [] };
}

/** The values at a path, in which `*` are the items of an array. */
export function listLocatedValues(
  { at, value }: LocatedValue,
  [name, ...path]: readonly string[],
): readonly LocatedValue[] {
  if (name === undefined) return [{ at, value }];
  const inner = (key: string, child: Json): readonly LocatedValue[] =>
    listLocatedValues({ at: joinPointer(at, key), value: child }, path);
  if (Array.isArray(value)) return name === "*" ? value.flatMap((it: Json, index) => inner(String(index), it)) : [];
  const child = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return child === undefined ? [] : inner(name, child);
}
