import { asArray, asString, isObject, joinPointer, type Pointer } from "../document/index.js";
import { memoizeByObject } from "../document/memoize.js";
import { isEqual } from "../document/values/exact-number.js";
import type { Choice } from "../schema/model/applicable-schema.js";
import { getDiscriminatorTags } from "../schema/model/discriminator-tags.js";
import type { MergedSchema } from "../schema/model/schema-model.js";
import { inferConstraintTypes } from "../schema/model/value-constraints.js";
import { generateNumbers, generateTexts } from "./make-scalar.js";
import type { Sample, SampleContext, SamplingState } from "./sample-context.js";
import { computeWithinLimits } from "./schema-limit-error.js";

export type SampleResult = { readonly value: unknown } | undefined;

const MAX_CANDIDATES = 4000;
const MAX_CANDIDATES_PER_VALUE = 60;
const MAX_DEPTH = 12;

/**
 * Makes the smallest valid value for a schema and prefers examples of the spec. Returns undefined if none is found.
 *
 * Candidates are built from the keywords and then validated, so an invalid candidate is only returned if the context says so.
 */
export function makeValue(context: SampleContext, node: MergedSchema): SampleResult {
  return makeSampleValues({ context, stack: [], budget: { left: MAX_CANDIDATES } }, node, 1)[0];
}

/**
 * Like `makeValue`, for values that are serialized as text. Text cannot express null, an empty array or an empty
 * object, and a path with an empty text is another path.
 */
export function makeSerializableValue(context: SampleContext, node: MergedSchema): SampleResult {
  const first = makeValue(context, node);
  if (first !== undefined && !isEmpty(first.value)) return first;
  const more = makeSampleValues({ context, stack: [], budget: { left: MAX_CANDIDATES } }, node, 6);
  return more.find(({ value }) => !isEmpty(value)) ?? first;
}

function isEmpty(value: unknown): boolean {
  const hasMembers = typeof value !== "object" || value instanceof Number || Object.keys(value ?? {}).length > 0;
  return value === "" || !hasMembers;
}

/** Makes up to `count` different valid values. */
export function makeSampleValues(state: SamplingState, node: MergedSchema, count: number): readonly Sample[] {
  const { budget, known } = state;
  if (known === undefined || state.variants !== undefined) return searchSamples(state, node, count);
  const earlier = known.bySchema.get(node)?.get(count);
  if (earlier !== undefined && earlier.cost <= budget.left) {
    budget.left -= earlier.cost;
    return earlier.samples;
  }
  const [left, cuts] = [budget.left, known.cuts];
  const samples = searchSamples(state, node, count);
  if (known.cuts === cuts) {
    const byCount = known.bySchema.get(node) ?? new Map();
    known.bySchema.set(node, byCount.set(count, { samples, cost: left - budget.left }));
  }
  return samples;
}

function searchSamples(state: SamplingState, node: MergedSchema, count: number): readonly Sample[] {
  const { context, stack, budget, known = { cuts: 0 } } = state;
  if (stack.length > MAX_DEPTH || stack.filter((it) => it === node).length > 1) {
    known.cuts += 1;
    return [];
  }
  const samples: Sample[] = [];
  const inner: SamplingState = { ...state, stack: [...stack, node] };
  let attempts = 0;
  let closest: Sample | undefined;
  for (const value of generateCandidates(inner, node, new Set())) {
    closest ??= { value };
    budget.left -= 1;
    attempts += 1;
    if (budget.left < 0) known.cuts += 1;
    if (budget.left < 0 || attempts > MAX_CANDIDATES_PER_VALUE + count) break;
    if (samples.some((it) => isEqual(it.value, value)) || !isValidForSchemas(context, node, value)) continue;
    samples.push({ value });
    if (samples.length === count) break;
  }
  return samples.length > 0 || context.isApproximate !== true || closest === undefined ? samples : [closest];
}

export function isValidForSchemas(
  context: SampleContext,
  { pointers }: Pick<MergedSchema, "pointers">,
  value: unknown,
): boolean {
  return pointers.every((pointer) => isValidAtPointer(context, pointer, value));
}

/** Values that cannot be validated, because a schema does not compile or exceeds a limit, count as invalid. */
export function isValidAtPointer(
  { schemas, direction = "request" }: SampleContext,
  pointer: Pointer,
  value: unknown,
): boolean {
  return computeWithinLimits(() => schemas.isValid(pointer, direction, value)) ?? false;
}

function* generateCandidates(
  state: SamplingState,
  node: MergedSchema,
  decided: ReadonlySet<Choice>,
): Iterable<unknown> {
  const { applicableSchemas } = node;
  const tags = getDiscriminatorTags(state.context.schemas.model);
  for (const { schema } of applicableSchemas) {
    const examples = [...(schema.example === undefined ? [] : [schema.example]), ...asArray(schema.examples)];
    yield* examples.filter((it) => !isObject(it) || tags.hasKnownTags(node, it));
  }
  const { enumValues, extensibleValues } = node.constraints;
  if (enumValues !== undefined) {
    yield* enumValues;
    return;
  }
  yield* extensibleValues;
  for (const { schema } of applicableSchemas) if (schema.default !== undefined) yield schema.default;
  const choice = node.choices.find((it) => !decided.has(it));
  const extended = tags.listExtended(node);
  if (choice !== undefined) yield* generateForChoice(state, node, choice, decided);
  else if (extended.length === 0) yield* generateByType(state, node);
  else for (const it of extended) yield* generateCandidates(state, it, decided);
}

/** Generates values for each alternative of a choice unless the discriminators around it exclude it. */
function* generateForChoice(
  state: SamplingState,
  node: MergedSchema,
  choice: Choice,
  decided: ReadonlySet<Choice>,
): Iterable<unknown> {
  const { model } = state.context.schemas;
  const next = new Set([...decided, choice]);
  const alternatives = listAlternatives(choice).map((alternative) => model.at([...node.pointers, ...alternative]));
  const allowed = alternatives.filter((it) => !getDiscriminatorTags(model).hasContradiction(it));
  for (const alternative of sortNullLast(allowed.length === 0 ? alternatives : allowed, inferConstraintTypes))
    yield* generateCandidates(state, alternative, next);
}

/** Null comes last: it shows least of what a value can be. */
function sortNullLast<T>(values: readonly T[], describe: (value: T) => unknown): T[] {
  const rank = (value: T): number => Number(String(describe(value)) === "null");
  return values.toSorted((a, b) => rank(a) - rank(b));
}

function listAlternatives(choice: Choice): string[][] {
  if (choice.kind === "branches") return choice.branches.map((branch) => [branch]);
  if (choice.kind === "dependent") return [[], [choice.schema]];
  const [then, otherwise] = [choice.then ?? [], choice.else ?? []].map((it) => [it].flat());
  return [[choice.when, ...(then ?? [])], otherwise ?? [], []];
}

function* generateByType(state: SamplingState, node: MergedSchema): Iterable<unknown> {
  const { constraints } = node;
  const { variants } = state;
  for (const type of sortNullLast(inferConstraintTypes(node), String)) {
    if (type === "string") yield* generateTexts(constraints, variants);
    else if (type === "integer" || type === "number") yield* generateNumbers(constraints, type === "integer", variants);
    else if (type === "boolean") yield* [true, false];
    else if (type === "null") yield null;
    else if (type === "array") yield* generateArrays(state, node);
    else if (type === "object") yield* generateObjects({ state, node, tags: chooseTags(state.context, node) });
  }
}

/** Chooses the values of discriminators, unless the object cannot have them. */
function chooseTags(context: SampleContext, node: MergedSchema): Map<string, string> {
  const { model } = context.schemas;
  const isClosed = node.applicableSchemas.some(
    ({ schema }) => schema.additionalProperties === false || schema.unevaluatedProperties === false,
  );
  return new Map(
    getDiscriminatorTags(model)
      .listTags(node)
      .flatMap(({ name, values }) => {
        const property = model.child(node, name) ?? { pointers: [] };
        if (isClosed && property.pointers.length === 0) return [];
        const value = values.find((it) => isValidForSchemas(context, property, it));
        return value === undefined ? [] : [[name, value] as const];
      }),
  );
}

type ObjectSampling = {
  readonly state: SamplingState;
  readonly node: MergedSchema;
  /** Makes the values of properties; `makeSampleValues` if absent. */
  readonly makeValues?: typeof makeSampleValues;
  /** The values of the discriminators, by the names of their properties. */
  readonly tags: ReadonlyMap<string, string>;
};

/**
 * Generates an object with the required properties only, one more for each optional property, and one with all of them. If the context
 * wants complete values, the last one comes first.
 */
function* generateObjects(sampling: ObjectSampling): Iterable<unknown> {
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
  const { state } = sampling;
  const { variants = 0 } = state;
  const makeVariants = memoizeByObject((property: MergedSchema) => makeSampleValues(state, property, variants));
  for (let index = 0; index < variants; index += 1) {
    const select: typeof makeSampleValues = (_, property) =>
      makeVariants(property).slice(index % makeVariants(property).length);
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
  { state, node, makeValues = makeSampleValues, tags }: ObjectSampling,
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
  const { state, node } = sampling;
  for (const name of [...node.constraints.propertyNames, ...makePropertyNames(sampling, count + 1)]) {
    if (properties.size >= count) return;
    if (properties.has(name) || isExcluded(state, node, name)) continue;
    const made = makeProperty(sampling, name);
    if (made !== undefined) properties.set(name, made.value);
  }
}

function makePropertyNames(sampling: ObjectSampling, count: number): string[] {
  const { state, node, makeValues = makeSampleValues } = sampling;
  const namePointers = node.applicableSchemas.flatMap(({ pointer, schema }) =>
    isObject(schema.propertyNames) ? [joinPointer(pointer, "propertyNames")] : [],
  );
  if (namePointers.length === 0) return Array.from({ length: count }, (_, index) => `name${index + 1}`);
  return makeValues(state, state.context.schemas.model.at(namePointers), count).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
}

function* generateArrays(state: SamplingState, node: MergedSchema): Iterable<unknown> {
  const { minItems, maxItems, uniqueAt } = node.constraints;
  const min = minItems?.value ?? 0;
  const max = maxItems?.value ?? Number.POSITIVE_INFINITY;
  const contained = makeContainedItems(state, node);
  const first = isItemWanted(state, node) ? 1 : 0;
  const longer = Array.from({ length: Math.max(3, state.variants ?? 0) }, (_, index) => min + index);
  for (const count of new Set([Math.max(min, contained.length, first), ...longer])) {
    if (count > max || count > 1000) continue;
    const items = makeItems(state, node, { count, isUnique: uniqueAt !== undefined, contained });
    if (items !== undefined) yield items;
  }
}

/** Whether a list shall have an item without `minItems`: in complete values, unless the list could contain itself. */
function isItemWanted({ context, stack }: SamplingState, node: MergedSchema): boolean {
  if (context.isComplete !== true || stack.length > MAX_LIST_DEPTH) return false;
  const item = context.schemas.model.item(node, 0);
  return item !== null && !stack.includes(item);
}

const MAX_LIST_DEPTH = 5;

/** Makes the values that `contains` requires. */
function makeContainedItems(state: SamplingState, { applicableSchemas }: MergedSchema): unknown[] {
  return applicableSchemas.flatMap(({ pointer, schema }) => {
    if (!isObject(schema.contains)) return [];
    const count = typeof schema.minContains === "number" ? schema.minContains : 1;
    const node = state.context.schemas.model.at([joinPointer(pointer, "contains")]);
    const made = makeSampleValues(state, node, count);
    return Array.from({ length: made.length === 0 ? 0 : count }, (_, index) => made[index % made.length]?.value);
  });
}

type ItemsPlan = { readonly count: number; readonly isUnique: boolean; readonly contained: readonly unknown[] };

/** Makes the items by index; with `uniqueItems`, each item differs from the earlier ones. */
function makeItems(
  state: SamplingState,
  node: MergedSchema,
  { count, isUnique, contained }: ItemsPlan,
): unknown[] | undefined {
  const { model } = state.context.schemas;
  const items: unknown[] = [];
  const makeCandidates = memoizeByObject((item: MergedSchema) =>
    isUnique ? makeSampleValues({ ...state, variants: count }, item, count) : makeSampleValues(state, item, 1),
  );
  for (let index = 0; index < count; index += 1) {
    const item = model.item(node, index);
    const candidates = item === null ? makeUntypedItem(index) : makeCandidates(item);
    const given = contained[index] === undefined ? [] : [{ value: contained[index] }];
    const next = [...given, ...candidates].find(({ value }) => !isUnique || !items.some((it) => isEqual(it, value)));
    if (next === undefined) return undefined;
    items.push(next.value);
  }
  return items;
}

/** Makes an item without a schema. */
function makeUntypedItem(index: number): { value: unknown }[] {
  return [{ value: index === 0 ? "text" : `text ${index + 1}` }];
}
