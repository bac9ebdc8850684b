import { asArray, asString, isObject, joinPointer } from "../document/index.js";
import type { MergedSchema } from "../schema/analysis/merged-schema.js";
import { makeNestedValue, makeSampleValues, type SamplingState } from "./make-value.js";
import type { ValueConstraints } from "./value-constraints.js";

/** Objects with what is required and no more, then with each of the other properties, then with all of them. */
export function* generateObjects(
  state: SamplingState,
  node: MergedSchema,
  constraints: ValueConstraints,
): Iterable<unknown> {
  const required = [...constraints.required.keys()].filter((name) => !isExcluded(state, node, name));
  const others = constraints.propertyNames.filter(
    (name) => !constraints.required.has(name) && !isExcluded(state, node, name),
  );
  const smallest = makeObject(state, node, { constraints, names: required });
  if (smallest !== undefined) yield smallest;
  for (const name of others.slice(0, 12)) {
    const larger = makeObject(state, node, { constraints, names: [...required, name] });
    if (larger !== undefined) yield larger;
  }
  const largest = makeObject(state, node, { constraints, names: [...required, ...others.slice(0, 40)] });
  if (largest !== undefined) yield largest;
}

/** What a request does not carry, or an answer. */
function isExcluded({ context }: SamplingState, node: MergedSchema, name: string): boolean {
  const child = context.nodes.child(node, name);
  return (context.direction === "response" ? child?.writeOnly : child?.readOnly) !== undefined;
}

type ObjectPlan = { readonly constraints: ValueConstraints; readonly names: readonly string[] };

/** Undefined when one of the properties cannot be made. */
function makeObject(state: SamplingState, node: MergedSchema, { constraints, names }: ObjectPlan): object | undefined {
  const properties = new Map<string, unknown>();
  const wanted = new Set(names);
  // A set may grow while it is walked: what a property brings with it is asked for in its turn.
  for (const name of wanted) {
    const value = makeProperty(state, node, name);
    if (value === undefined) return undefined;
    properties.set(name, value.value);
    for (const other of listDependentRequired(node, name)) wanted.add(other);
  }
  addMinProperties(state, node, { constraints, names }, properties);
  return Object.fromEntries(properties);
}

function makeProperty(state: SamplingState, node: MergedSchema, name: string): { readonly value: unknown } | undefined {
  const child = state.context.nodes.child(node, name);
  return child === null ? { value: "text" } : makeNestedValue(state, child);
}

/** `dependentRequired`, and `dependencies` as it was called before. */
function listDependentRequired({ applicableSchemas }: MergedSchema, name: string): string[] {
  return applicableSchemas.flatMap(({ schema }) =>
    ["dependentRequired", "dependencies"].flatMap((keyword) => {
      const table = schema[keyword];
      return isObject(table) ? asArray(table[name]).flatMap((it) => asString(it) ?? []) : [];
    }),
  );
}

/** Up to `minProperties`: with what is declared first, then with names that `propertyNames` lets pass. */
function addMinProperties(
  state: SamplingState,
  node: MergedSchema,
  { constraints }: ObjectPlan,
  properties: Map<string, unknown>,
): void {
  const least = constraints.minProperties?.value ?? 0;
  for (const name of [...constraints.propertyNames, ...makePropertyNames(state, node, least)]) {
    if (properties.size >= least) return;
    if (properties.has(name) || isExcluded(state, node, name)) continue;
    const made = makeProperty(state, node, name);
    if (made !== undefined) properties.set(name, made.value);
  }
}

export function makePropertyNames(state: SamplingState, node: MergedSchema, count: number): string[] {
  const naming = node.applicableSchemas.flatMap(({ pointer, schema }) => [
    ...(isObject(schema.propertyNames) ? [joinPointer(pointer, "propertyNames")] : []),
  ]);
  if (naming.length === 0) return Array.from({ length: count }, (_, index) => `name${index + 1}`);
  return makeSampleValues(state, state.context.nodes.at(naming), count).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
}
