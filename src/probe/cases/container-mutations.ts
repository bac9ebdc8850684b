import { isObject } from "../../document/index.js";
import { makePropertyNames } from "../../samples/make-object.js";
import { makeSampleValues } from "../../samples/make-value.js";
import type { SamplingState } from "../../samples/sample-context.js";
import type { ValueConstraints } from "../../samples/value-constraints.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-location.js";
import { isLimitWithin } from "./scalar-mutations.js";
import type { ValueMutation } from "./value-mutation.js";

/** Longer arrays cost too much to test a limit. */
const MAX_SIZE = 300;

/** Generates arrays at each length limit, just inside and just outside, and one with a duplicate item. */
export function* generateArrayMutations(
  context: GenerationContext,
  { node, value }: RequestLocation,
  constraints: ValueConstraints,
): Iterable<ValueMutation> {
  if (!Array.isArray(value)) return;
  const createMutations = (
    count: number,
    contract: string,
    rest: Pick<ValueMutation, "slug" | "what" | "expect">,
  ): ValueMutation[] => {
    const items = resizeArray(context, { node, value, count, isUnique: constraints.uniqueAt !== undefined });
    return items === undefined ? [] : [{ ...rest, value: items, contract }];
  };
  for (const [limit, name, sign] of [
    [constraints.minItems, "minimum", 1],
    [constraints.maxItems, "maximum", -1],
  ] as const) {
    if (!isLimitWithin(limit, MAX_SIZE)) continue;
    const { value: count, at } = limit;
    const bound = `the ${name} of ${count}`;
    const side = sign === 1 ? "below" : "above";
    yield* createMutations(count, at, {
      slug: `at-${name}-items`,
      what: `${formatCount(count, "item")}, at ${bound}`,
      expect: "accepted",
    });
    const inside = count + sign;
    if (inside >= 0)
      yield* createMutations(inside, at, {
        ...{
          slug: `inside-${name}-items`,
          what: `${formatCount(inside, "item")}, just inside ${bound}`,
          expect: "accepted",
        },
      });
    const outside = count - sign;
    if (outside >= 0)
      yield* createMutations(outside, at, {
        ...{
          slug: `${side}-${name}-items`,
          what: `${formatCount(outside, "item")}, ${side} ${bound}`,
          expect: "refused",
        },
      });
  }
  if (constraints.uniqueAt !== undefined) {
    const [item] = resizeArray(context, { node, value, count: 1, isUnique: true }) ?? [];
    if (item !== undefined)
      yield {
        ...{ slug: "twice", what: "the same item twice, but items must be unique", value: [item, item] },
        ...{ expect: "refused", contract: constraints.uniqueAt },
      };
  }
  yield {
    ...{ slug: "unstated:no-items", what: "an empty array", value: [] },
    ...{ expect: constraints.minItems === undefined ? "open" : "accepted", contract: constraints.typeAt },
  };
}

function formatCount(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

type ArrayPlan = Pick<RequestLocation, "node"> & {
  readonly value: readonly unknown[];
  readonly count: number;
  readonly isUnique: boolean;
};

/** Truncates the array, or adds items to it. */
function resizeArray(context: GenerationContext, { node, value, count, isUnique }: ArrayPlan): unknown[] | undefined {
  const items: unknown[] = value.slice(0, count);
  const wanted = count - items.length;
  if (wanted === 0) return items;
  const samplingState = createSamplingState(context);
  const item = context.nodes.item(node, items.length);
  const made = item === null ? [{ value: "text" }] : makeSampleValues(samplingState, item, isUnique ? count + 1 : 1);
  const known = new Set(items.map((it) => JSON.stringify(it)));
  const others = made.map((it) => it.value).filter((it) => !isUnique || !known.has(JSON.stringify(it)));
  if (others.length === 0 || (isUnique && others.length < wanted)) return undefined;
  for (let index = 0; index < wanted; index += 1) items.push(others[index % others.length]);
  return items;
}

function createSamplingState(context: GenerationContext): SamplingState {
  return { context, stack: [], budget: { left: 4000 } };
}

/** Generates objects at each limit of the number of properties, just inside and just outside. */
export function* generateObjectMutations(
  context: GenerationContext,
  { node, value }: RequestLocation,
  constraints: ValueConstraints,
): Iterable<ValueMutation> {
  if (!isObject(value)) return;
  for (const [limit, name, sign] of [
    [constraints.minProperties, "minimum", 1],
    [constraints.maxProperties, "maximum", -1],
  ] as const) {
    if (!isLimitWithin(limit, MAX_SIZE)) continue;
    const { value: count, at } = limit;
    const side = sign === 1 ? "below" : "above";
    for (const [where, number, expect] of [
      ["at", count, "accepted"],
      ["inside", count + sign, "accepted"],
      [side, count - sign, "refused"],
    ] as const) {
      const object = number < 0 ? undefined : resizeObject(context, node, { value, constraints, count: number });
      const properties = `${number} ${number === 1 ? "property" : "properties"}`;
      const what = `${properties}, ${where === "inside" ? "just inside" : where} the ${name} of ${count}`;
      if (object !== undefined)
        yield { slug: `${where}-${name}-properties`, what, value: object, expect, contract: at };
    }
  }
}

type ObjectResize = { readonly value: object; readonly constraints: ValueConstraints; readonly count: number };

function resizeObject(
  context: GenerationContext,
  node: RequestLocation["node"],
  { value, constraints, count }: ObjectResize,
): object | undefined {
  const byRequired = Object.entries(value).sort(
    ([a], [b]) => Number(constraints.required.has(b)) - Number(constraints.required.has(a)),
  );
  const entries: [string, unknown][] = byRequired.slice(0, count);
  const samplingState = createSamplingState(context);
  for (const name of [
    ...constraints.propertyNames,
    ...makePropertyNames(samplingState, node, count + 1, makeSampleValues),
  ]) {
    if (entries.length === count) break;
    const child = context.nodes.child(node, name);
    if (entries.some(([known]) => known === name) || child?.readOnly !== undefined) continue;
    const [made] = child === null ? [{ value: "text" }] : makeSampleValues(samplingState, child, 1);
    if (made !== undefined) entries.push([name, made.value]);
  }
  return entries.length === count ? Object.fromEntries(entries) : undefined;
}
