import { isObject } from "../../document/index.js";
import { makePropertyNames } from "../../samples/make-object.js";
import { makeSampleValues, type SamplingState } from "../../samples/make-value.js";
import type { ValueConstraints } from "../../samples/value-constraints.js";
import type { GenerationContext } from "./generation-context.js";
import type { RequestLocation } from "./request-locations.js";
import { isLimitWithin } from "./scalar-mutations.js";
import type { ValueMutation } from "./value-mutation.js";

/** Lists longer than this are no test of a limit. */
const MAX_SIZE = 300;

/** Lists with as many items as each limit allows, one less and one more, and with an item that comes twice. */
export function* generateArrayMutations(
  means: GenerationContext,
  { node, value }: RequestLocation,
  words: ValueConstraints,
): Iterable<ValueMutation> {
  if (!Array.isArray(value)) return;
  const list = (
    count: number,
    contract: string,
    rest: Pick<ValueMutation, "slug" | "what" | "expect">,
  ): ValueMutation[] => {
    const items = resizeArray(means, { node, value, count, isUnique: words.uniqueAt !== undefined });
    return items === undefined ? [] : [{ ...rest, value: items, contract }];
  };
  for (const [limit, name, sign] of [
    [words.minItems, "minimum", 1],
    [words.maxItems, "maximum", -1],
  ] as const) {
    if (!isLimitWithin(limit, MAX_SIZE)) continue;
    const { value: count, at } = limit;
    const bound = `the ${name} number of items ${count}`;
    const side = sign === 1 ? "below" : "above";
    yield* list(count, at, {
      slug: `at-${name}-items`,
      what: `${formatCount(count, "item")}, at ${bound}`,
      expect: "accepted",
    });
    const inside = count + sign;
    if (inside >= 0)
      yield* list(inside, at, {
        ...{
          slug: `inside-${name}-items`,
          what: `${formatCount(inside, "item")}, just inside ${bound}`,
          expect: "accepted",
        },
      });
    const outside = count - sign;
    if (outside >= 0)
      yield* list(outside, at, {
        ...{
          slug: `${side}-${name}-items`,
          what: `${formatCount(outside, "item")}, ${side} ${bound}`,
          expect: "refused",
        },
      });
  }
  if (words.uniqueAt !== undefined) {
    const [item] = resizeArray(means, { node, value, count: 1, isUnique: true }) ?? [];
    if (item !== undefined)
      yield {
        ...{ slug: "twice", what: "the same item twice, and items must differ", value: [item, item] },
        ...{ expect: "refused", contract: words.uniqueAt },
      };
  }
  yield {
    ...{ slug: "unstated:no-items", what: "no items", value: [] },
    ...{ expect: words.minItems === undefined ? "open" : "accepted", contract: words.typeAt },
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

/** The items that there are, cut or made more. */
function resizeArray(means: GenerationContext, { node, value, count, isUnique }: ArrayPlan): unknown[] | undefined {
  const items: unknown[] = value.slice(0, count);
  const wanted = count - items.length;
  if (wanted === 0) return items;
  const making = createSamplingState(means);
  const item = means.nodes.item(node, items.length);
  const made = item === null ? [{ value: "text" }] : makeSampleValues(making, item, isUnique ? count + 1 : 1);
  const known = new Set(items.map((it) => JSON.stringify(it)));
  const others = made.map((it) => it.value).filter((it) => !isUnique || !known.has(JSON.stringify(it)));
  if (others.length === 0 || (isUnique && others.length < wanted)) return undefined;
  for (let index = 0; index < wanted; index += 1) items.push(others[index % others.length]);
  return items;
}

function createSamplingState(context: GenerationContext): SamplingState {
  return { context, stack: [], budget: { left: 4000 } };
}

/** Objects with as many properties as each limit allows, one less and one more. */
export function* generateObjectMutations(
  means: GenerationContext,
  { node, value }: RequestLocation,
  words: ValueConstraints,
): Iterable<ValueMutation> {
  if (!isObject(value)) return;
  for (const [limit, name, sign] of [
    [words.minProperties, "minimum", 1],
    [words.maxProperties, "maximum", -1],
  ] as const) {
    if (!isLimitWithin(limit, MAX_SIZE)) continue;
    const { value: count, at } = limit;
    const side = sign === 1 ? "below" : "above";
    for (const [where, number, expect] of [
      ["at", count, "accepted"],
      ["inside", count + sign, "accepted"],
      [side, count - sign, "refused"],
    ] as const) {
      const object = number < 0 ? undefined : resizeObject(means, node, { value, words, count: number });
      const properties = `${number} ${number === 1 ? "property" : "properties"}`;
      const what = `${properties}, ${where === "inside" ? "just inside" : where} the ${name} number of properties ${count}`;
      if (object !== undefined)
        yield { slug: `${where}-${name}-properties`, what, value: object, expect, contract: at };
    }
  }
}

type ObjectResize = { readonly value: object; readonly words: ValueConstraints; readonly count: number };

function resizeObject(
  means: GenerationContext,
  node: RequestLocation["node"],
  { value, words, count }: ObjectResize,
): object | undefined {
  const kept = Object.entries(value).sort(([a], [b]) => Number(words.required.has(b)) - Number(words.required.has(a)));
  const entries: [string, unknown][] = kept.slice(0, count);
  const making = createSamplingState(means);
  for (const name of [...words.propertyNames, ...makePropertyNames(making, node, count + 1)]) {
    if (entries.length === count) break;
    const child = means.nodes.child(node, name);
    if (entries.some(([known]) => known === name) || child?.readOnly !== undefined) continue;
    const [made] = child === null ? [{ value: "text" }] : makeSampleValues(making, child, 1);
    if (made !== undefined) entries.push([name, made.value]);
  }
  return entries.length === count ? Object.fromEntries(entries) : undefined;
}
