import type { Arbitrary } from "fast-check";
import { tryCall } from "../document/json.js";
import type { MergedSchema } from "../schema/model/schema-model.js";
import { inferConstraintTypes, type ValueConstraints } from "../schema/model/value-constraints.js";
import { compilePattern } from "../schema/pattern/compile-pattern.js";
import { FORMAT_VALUES } from "./format-values.js";
import { roundToStep } from "./make-scalar.js";
import { isValidForSchemas, makeSampleValues } from "./make-value.js";
import type { SampleContext } from "./sample-context.js";

export type FastCheck = typeof import("fast-check");

/** Maximum depth of optional properties. */
const MAX_DEPTH = 4;
const SAMPLE_COUNT = 24;

/** Creates an arbitrary of valid values that shrinks to small ones. Returns undefined if no valid value is found. */
export function createValueArbitrary(
  fc: FastCheck,
  sampleContext: SampleContext,
  node: MergedSchema,
): Arbitrary<unknown> | undefined {
  return createSchemaArbitrary({ fc, sampleContext, depth: MAX_DEPTH }, node);
}

type ArbitraryContext = { readonly fc: FastCheck; readonly sampleContext: SampleContext; readonly depth: number };

/** Filters invalid values. If too few values remain, it picks from a fixed list of valid samples. */
function createSchemaArbitrary(context: ArbitraryContext, node: MergedSchema): Arbitrary<unknown> | undefined {
  const { fc, sampleContext, depth } = context;
  const built = depth < 0 ? undefined : createUnfilteredArbitrary(context, node);
  if (built !== undefined) {
    const validSamples = fc
      .sample(built, { numRuns: SAMPLE_COUNT, seed: 1 })
      .filter((value) => isValidForSchemas(sampleContext, node, value));
    if (validSamples.length === SAMPLE_COUNT) return built;
    if (validSamples.length * 3 >= SAMPLE_COUNT)
      return built.filter((value) => isValidForSchemas(sampleContext, node, value));
  }
  const known = makeSampleValues({ context: sampleContext, stack: [], budget: { left: 1000 } }, node, 4);
  return known.length === 0 ? undefined : fc.constantFrom(...known.map(({ value }) => value));
}

function createUnfilteredArbitrary(context: ArbitraryContext, node: MergedSchema): Arbitrary<unknown> | undefined {
  const { fc, sampleContext } = context;
  const constraints = node.constraints;
  if (constraints.enumValues !== undefined)
    return constraints.enumValues.length === 0 ? undefined : fc.constantFrom(...constraints.enumValues);
  if (constraints.extensibleValues.length > 0) return fc.constantFrom(...constraints.extensibleValues);
  const [choice] = node.choices;
  if (choice?.kind === "branches") {
    const branches = choice.branches.slice(0, 8).flatMap((branch) => {
      // Only the branch: the filter, or the branch itself, covers the keywords next to the choice.
      const inner = sampleContext.schemas.model.at(
        node.applicableSchemas.length === 1 ? [branch] : [...node.pointers, branch],
      );
      return inner === node || inner.choices.includes(choice)
        ? []
        : (createSchemaArbitrary({ ...context, depth: context.depth - 1 }, inner) ?? []);
    });
    return branches.length === 0 ? undefined : fc.oneof(...branches);
  }
  const types = inferConstraintTypes(node).flatMap((type) => createTypeArbitrary(context, node, type) ?? []);
  return types.length === 0 ? undefined : fc.oneof(...types);
}

function createTypeArbitrary(context: ArbitraryContext, node: MergedSchema, type: string) {
  const { fc } = context;
  const { constraints } = node;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return createNumberArbitrary(fc, constraints, type === "integer");
    case "string":
      return createTextArbitrary(fc, constraints);
    case "array":
      return createArrayArbitrary(context, node);
    default:
      return type === "object" ? createObjectArbitrary(context, node) : undefined;
  }
}

function createNumberArbitrary(
  fc: FastCheck,
  { minimum, maximum, multiples, formats }: ValueConstraints,
  isInteger: boolean,
): Arbitrary<number> {
  const limit = formats.some(({ value }) => value === "int64") ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1;
  const [low, high] = [minimum?.value ?? -limit, maximum?.value ?? limit];
  const [step] = multiples;
  if (step !== undefined) {
    const [from, to] = [Math.ceil(low / step.value), Math.floor(high / step.value)].map((it) => clampNumber(it, 1e9));
    return fc
      .integer({ min: from ?? 0, max: Math.max(from ?? 0, to ?? 0) })
      .map((it) => roundToStep(it * step.value, step.value));
  }
  if (isInteger) {
    const [min, max] = [clampNumber(Math.ceil(low)), clampNumber(Math.floor(high))];
    return fc.integer({ min, max: Math.max(min, max) });
  }
  const doubles = fc.double({ min: low, max: Math.max(low, high), noNaN: true, noDefaultInfinity: true });
  return doubles.map((it) => (Object.is(it, -0) ? 0 : it));
}

function clampNumber(value: number, limit: number = Number.MAX_SAFE_INTEGER): number {
  return Math.min(limit, Math.max(-limit, value));
}

function createTextArbitrary(
  fc: FastCheck,
  { minLength, maxLength, patterns, formats }: ValueConstraints,
): Arbitrary<string> {
  const [format] = formats.flatMap(({ value }) => FORMAT_VALUES[value] ?? []);
  if (format !== undefined)
    return fc.constantFrom(...[format.typical, ...format.valid.map(([value]) => value)].map(String));
  const [pattern] = patterns;
  // Falls back to the fixed samples of `makeSampleValues`.
  if (pattern !== undefined)
    return tryCall(() => fc.stringMatching(compilePattern(pattern.value, "u") as RegExp)) ?? fc.constant("");
  const min = minLength?.value ?? 0;
  const max = Math.min(maxLength?.value ?? Number.POSITIVE_INFINITY, min + 40);
  return fc.string({ minLength: min, maxLength: Math.max(min, max), unit: "grapheme-ascii" });
}

function createArrayArbitrary(context: ArbitraryContext, node: MergedSchema): Arbitrary<unknown> | undefined {
  const { fc, sampleContext, depth } = context;
  const { minItems, maxItems, uniqueAt } = node.constraints;
  const min = minItems?.value ?? 0;
  const max = Math.max(min, Math.min(maxItems?.value ?? Number.POSITIVE_INFINITY, min + 2));
  const item = sampleContext.schemas.model.item(node, 0);
  const items =
    item === null ? fc.string({ maxLength: 8 }) : createSchemaArbitrary({ ...context, depth: depth - 1 }, item);
  if (items === undefined || min > 50) return min === 0 ? fc.constant([]) : undefined;
  if (min === 0 && depth <= 0) return fc.constant([]);
  const lengths = { minLength: min, maxLength: max };
  if (uniqueAt === undefined) return fc.array(items, lengths);
  const toText = (item: unknown): string => JSON.stringify(item);
  // If there are fewer different items than the minimum, fast-check searches for more without end.
  const different = new Set(fc.sample(items, { numRuns: 10 * min, seed: 1 }).map(toText));
  return different.size < min ? undefined : fc.uniqueArray(items, { ...lengths, selector: toText });
}

function createObjectArbitrary(context: ArbitraryContext, node: MergedSchema): Arbitrary<unknown> | undefined {
  const { fc, sampleContext, depth } = context;
  const { schemas, direction = "request" } = sampleContext;
  const { model } = schemas;
  const { required: requiredNames, propertyNames } = node.constraints;
  const members: Record<string, Arbitrary<unknown>> = {};
  const required: string[] = [];
  for (const name of new Set([...requiredNames.keys(), ...propertyNames])) {
    const child = model.child(node, name);
    const isRequired = requiredNames.has(name);
    if (model.excludes(node, name, direction) || (depth <= 0 && !isRequired)) continue;
    const made =
      child === null ? fc.string({ maxLength: 8 }) : createSchemaArbitrary({ ...context, depth: depth - 1 }, child);
    if (made === undefined && isRequired) return undefined;
    if (made === undefined) continue;
    members[name] = made;
    if (isRequired) required.push(name);
  }
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}
