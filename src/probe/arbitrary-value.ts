import type { Arbitrary } from "fast-check";
import type { Node } from "../schema/node.js";
import { compilePattern } from "../schema/pattern.js";
import { FORMAT_VALUES } from "./format-values.js";
import { roundedTo } from "./make-scalar.js";
import { fits, makeSeveral } from "./make-value.js";
import type { Means } from "./means.js";
import { likelyTypes, type Words, wordsOf } from "./words.js";

export type FastCheck = typeof import("fast-check");

/** How deep what may be left out is nested. */
const DEEPEST = 4;
const SAMPLES = 24;

/** Values of a place at random, the smallest first; undefined where none is found. */
export function arbitraryValue(fc: FastCheck, means: Means, node: Node): Arbitrary<unknown> | undefined {
  return ofNode({ fc, means, depth: DEEPEST }, node);
}

type Context = { readonly fc: FastCheck; readonly means: Means; readonly depth: number };

/** What building overlooks is filtered; where too little would be left, values that are known to fit take turns. */
function ofNode(context: Context, node: Node): Arbitrary<unknown> | undefined {
  const { fc, means, depth } = context;
  const built = depth < 0 ? undefined : builtFor(context, node);
  if (built !== undefined) {
    const good = fc.sample(built, { numRuns: SAMPLES, seed: 1 }).filter((value) => fits(means, node, value));
    if (good.length === SAMPLES) return built;
    if (good.length * 3 >= SAMPLES) return built.filter((value) => fits(means, node, value));
  }
  const known = makeSeveral({ means, stack: [], budget: { left: 1000 } }, node, 4);
  return known.length === 0 ? undefined : fc.constantFrom(...known.map(({ value }) => value));
}

function builtFor(context: Context, node: Node): Arbitrary<unknown> | undefined {
  const { fc, means } = context;
  const words = wordsOf(node.shapes);
  if (words.listed !== undefined) return words.listed.length === 0 ? undefined : fc.constantFrom(...words.listed);
  if (words.extensible.length > 0) return fc.constantFrom(...words.extensible);
  const [choice] = node.choices;
  if (choice?.kind === "branches") {
    const branches = choice.branches.slice(0, 8).flatMap((branch) => {
      // The branch alone: what stands beside the choice is seen to by the filter, or by the branch itself.
      const inner = means.nodes.at(node.shapes.length === 1 ? [branch] : [...node.pointers, branch]);
      return inner === node || inner.choices.includes(choice)
        ? []
        : (ofNode({ ...context, depth: context.depth - 1 }, inner) ?? []);
    });
    return branches.length === 0 ? undefined : fc.oneof(...branches);
  }
  const types = likelyTypes(words, node.shapes).flatMap((type) => ofType(context, node, words, type) ?? []);
  return types.length === 0 ? undefined : fc.oneof(...types);
}

function ofType(context: Context, node: Node, words: Words, type: string): Arbitrary<unknown> | undefined {
  const { fc } = context;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return ofNumber(fc, words, type === "integer");
    case "string":
      return ofText(fc, words);
    case "array":
      return ofList(context, node, words);
    default:
      return type === "object" ? ofObject(context, node, words) : undefined;
  }
}

function ofNumber(fc: FastCheck, { minimum, maximum, steps, formats }: Words, isInteger: boolean): Arbitrary<number> {
  const limit = formats.some(({ value }) => value === "int64") ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1;
  const [low, high] = [minimum?.value ?? -limit, maximum?.value ?? limit];
  const [step] = steps;
  if (step !== undefined) {
    const [from, to] = [Math.ceil(low / step.value), Math.floor(high / step.value)].map((it) => clamp(it, 1e9));
    return fc
      .integer({ min: from ?? 0, max: Math.max(from ?? 0, to ?? 0) })
      .map((it) => roundedTo(it * step.value, step.value));
  }
  if (isInteger) {
    const [min, max] = [clamp(Math.ceil(low)), clamp(Math.floor(high))];
    return fc.integer({ min, max: Math.max(min, max) });
  }
  const doubles = fc.double({ min: low, max: Math.max(low, high), noNaN: true, noDefaultInfinity: true });
  return doubles.map((it) => (Object.is(it, -0) ? 0 : it));
}

function clamp(value: number, limit: number = Number.MAX_SAFE_INTEGER): number {
  return Math.min(limit, Math.max(-limit, value));
}

function ofText(fc: FastCheck, { minLength, maxLength, patterns, formats }: Words): Arbitrary<string> {
  const [format] = formats.flatMap(({ value }) => FORMAT_VALUES[value] ?? []);
  if (format !== undefined)
    return fc.constantFrom(...[format.usual, ...format.inside.map(([value]) => value)].map(String));
  const [pattern] = patterns;
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(compilePattern(pattern.value, "u") as RegExp);
    } catch {
      // What cannot be made at random is made one by one (`makeSeveral`).
      return fc.constant("");
    }
  }
  const least = minLength?.value ?? 0;
  const most = Math.min(maxLength?.value ?? Number.POSITIVE_INFINITY, least + 40);
  return fc.string({ minLength: least, maxLength: Math.max(least, most), unit: "grapheme-ascii" });
}

function ofList(context: Context, node: Node, words: Words): Arbitrary<unknown> | undefined {
  const { fc, means, depth } = context;
  const least = words.minItems?.value ?? 0;
  const most = Math.max(least, Math.min(words.maxItems?.value ?? Number.POSITIVE_INFINITY, least + 2));
  const item = means.nodes.item(node, 0);
  const items = item === null ? fc.string({ maxLength: 8 }) : ofNode({ ...context, depth: depth - 1 }, item);
  if (items === undefined || least > 50) return least === 0 ? fc.constant([]) : undefined;
  if (least === 0 && depth <= 0) return fc.constant([]);
  const lengths = { minLength: least, maxLength: most };
  if (words.uniqueAt === undefined) return fc.array(items, lengths);
  return fc.uniqueArray(items, { ...lengths, selector: (it) => JSON.stringify(it) });
}

function ofObject(context: Context, node: Node, words: Words): Arbitrary<unknown> | undefined {
  const { fc, means, depth } = context;
  const members: Record<string, Arbitrary<unknown>> = {};
  const required: string[] = [];
  for (const name of new Set([...words.required.keys(), ...words.names])) {
    const child = means.nodes.child(node, name);
    const isRequired = words.required.has(name);
    if (child?.readOnly !== undefined || (depth <= 0 && !isRequired)) continue;
    const made = child === null ? fc.string({ maxLength: 8 }) : ofNode({ ...context, depth: depth - 1 }, child);
    if (made === undefined && isRequired) return undefined;
    if (made === undefined) continue;
    members[name] = made;
    if (isRequired) required.push(name);
  }
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}
