import { asArray, asString, isObject, joinPointer } from "../document/index.js";
import { memoizeByObject } from "../document/memoize.js";
import type { MergedSchema } from "../schema/model/schema-model.js";
import type { SamplingState } from "./sample-context.js";

/** Makes up to `count` different values of a schema. Passed in, because values of properties can be objects. */
export type MakeValues = (state: SamplingState, node: MergedSchema, count: number) => readonly { value: unknown }[];

type ObjectSampling = {
  readonly state: SamplingState;
  readonly node: MergedSchema;
  readonly makeValues: MakeValues;
  /** The values of the discriminators, by the names of their properties. */
  readonly tags: ReadonlyMap<string, string>;
};

/**
 * Generates an object with the required properties only, one more for each optional property, and one with all of them. If the context
 * wants complete values, the last one comes first.
 */
export function* generateObjects(sampling: ObjectSampling): Iterable<unknown> {
  const { state, node, tags } = sampling;
  const { constraints } = node;
  const isSent = (name: string): boolean => !isExcluded(state, node, name);
  const required = [...new Set([...constraints.required.keys(), ...tags.keys()])].filter(isSent);
  const others = constraints.propertyNames.filter((name) => !required.includes(name) && isSent(name));
  const makeLargest = (): object | undefined => makeObject(sampling, [...required, ...others.slice(0, 40)]);
  const complete =
    state.context.isComplete === true && state.stack.length <= MAX_COMPLETE_DEPTH ? makeLargest() : undefined;
  if (complete !== undefined) yield complete;
  const smallest = makeObject(sampling, required);
  if (smallest !== undefined) yield smallest;
  for (const name of others.slice(0, 12)) {
    const larger = makeObject(sampling, [...required, name]);
    if (larger !== undefined) yield larger;
  }
  const largest = makeLargest();
  if (largest !== undefined) yield largest;
  yield* generateVariedObjects(sampling, [...required, ...others.slice(0, 40)]);
}

/** Generates objects with the same properties and other values, or with other names if none is declared. */
function* generateVariedObjects(sampling: ObjectSampling, names: readonly string[]): Iterable<unknown> {
  const { state, makeValues } = sampling;
  const { variants = 0 } = state;
  const makeVariants = memoizeByObject((property: MergedSchema) => makeValues(state, property, variants));
  for (let index = 0; index < variants; index += 1) {
    const select: MakeValues = (_, property) => makeVariants(property).slice(index % makeVariants(property).length);
    const object = makeObject({ ...sampling, makeValues: select }, names.length === 0 ? [`name${index + 1}`] : names);
    if (object !== undefined) yield object;
  }
}

const MAX_COMPLETE_DEPTH = 3;

/** Excludes read-only properties from requests and write-only properties from responses. */
function isExcluded({ context }: SamplingState, node: MergedSchema, name: string): boolean {
  return context.schemas.model.excludes(node, name, context.direction ?? "request");
}

/** Returns undefined if one of the properties cannot be made. */
function makeObject(sampling: ObjectSampling, names: readonly string[]): object | undefined {
  const properties = new Map<string, unknown>();
  const wanted = new Set(names);
  // `wanted` grows during the loop: a property may require other properties.
  for (const name of wanted) {
    const value = makeProperty(sampling, name);
    if (value === undefined) return undefined;
    properties.set(name, value.value);
    for (const other of listDependentRequired(sampling.node, name)) wanted.add(other);
  }
  const { minProperties, propertyNames } = sampling.node.constraints;
  addMembers(sampling, properties, minProperties?.value ?? 0);
  const order = new Map(propertyNames.map((name, at) => [name, at]));
  const getRank = (name: string): number => order.get(name) ?? order.size;
  return Object.fromEntries([...properties].sort(([a], [b]) => getRank(a) - getRank(b)));
}

function makeProperty(
  { state, node, makeValues, tags }: ObjectSampling,
  name: string,
): { readonly value: unknown } | undefined {
  const tag = tags.get(name);
  if (tag !== undefined) return { value: tag };
  const child = state.context.schemas.model.child(node, name);
  return child === null ? { value: "text" } : makeValues(state, child, 1)[0];
}

/** Reads `dependentRequired`, and `dependencies` of older drafts. */
function listDependentRequired({ applicableSchemas }: MergedSchema, name: string): string[] {
  return applicableSchemas.flatMap(({ schema }) =>
    ["dependentRequired", "dependencies"].flatMap((keyword) => {
      const table = schema[keyword];
      return isObject(table) ? asArray(table[name]).flatMap((it) => asString(it) ?? []) : [];
    }),
  );
}

/** Adds properties until there are enough of them: declared ones first, then names that `propertyNames` allows. */
export function addMembers(sampling: ObjectSampling, properties: Map<string, unknown>, count: number): void {
  const { state, node, makeValues } = sampling;
  for (const name of [...node.constraints.propertyNames, ...makePropertyNames(state, node, count + 1, makeValues)]) {
    if (properties.size >= count) return;
    if (properties.has(name) || isExcluded(state, node, name)) continue;
    const made = makeProperty(sampling, name);
    if (made !== undefined) properties.set(name, made.value);
  }
}

function makePropertyNames(state: SamplingState, node: MergedSchema, count: number, makeValues: MakeValues): string[] {
  const namePointers = node.applicableSchemas.flatMap(({ pointer, schema }) => [
    ...(isObject(schema.propertyNames) ? [joinPointer(pointer, "propertyNames")] : []),
  ]);
  if (namePointers.length === 0) return Array.from({ length: count }, (_, index) => `name${index + 1}`);
  return makeValues(state, state.context.schemas.model.at(namePointers), count).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
}
