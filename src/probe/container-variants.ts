import { isObject } from "../document/index.js";
import { inventedNames } from "./make-object.js";
import { type Making, makeSeveral } from "./make-value.js";
import type { Means } from "./means.js";
import type { Place } from "./places.js";
import { isWithin } from "./scalar-variants.js";
import type { Variant } from "./variant.js";
import type { Words } from "./words.js";

/** Lists longer than this are no test of a limit. */
const LONGEST = 300;

/** Lists with as many items as each limit allows, one less and one more, and with an item that comes twice. */
export function* listVariants(means: Means, { node, value }: Place, words: Words): Iterable<Variant> {
  if (!Array.isArray(value)) return;
  const list = (count: number, contract: string, rest: Pick<Variant, "slug" | "what" | "expect">): Variant[] => {
    const items = listOf(means, { node, value, count, isUnique: words.uniqueAt !== undefined });
    return items === undefined ? [] : [{ ...rest, value: items, contract }];
  };
  for (const [limit, name, sign] of [
    [words.minItems, "minimum", 1],
    [words.maxItems, "maximum", -1],
  ] as const) {
    if (!isWithin(limit, LONGEST)) continue;
    const { value: count, at } = limit;
    const bound = `the ${name} number of items ${count}`;
    const side = sign === 1 ? "below" : "above";
    yield* list(count, at, {
      slug: `at-${name}-items`,
      what: `${counted(count, "item")}, at ${bound}`,
      expect: "accepted",
    });
    const inside = count + sign;
    if (inside >= 0)
      yield* list(inside, at, {
        ...{
          slug: `inside-${name}-items`,
          what: `${counted(inside, "item")}, just inside ${bound}`,
          expect: "accepted",
        },
      });
    const outside = count - sign;
    if (outside >= 0)
      yield* list(outside, at, {
        ...{ slug: `${side}-${name}-items`, what: `${counted(outside, "item")}, ${side} ${bound}`, expect: "refused" },
      });
  }
  if (words.uniqueAt !== undefined) {
    const [item] = listOf(means, { node, value, count: 1, isUnique: true }) ?? [];
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

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

type List = Pick<Place, "node"> & {
  readonly value: readonly unknown[];
  readonly count: number;
  readonly isUnique: boolean;
};

/** The items that there are, cut or made more. */
function listOf(means: Means, { node, value, count, isUnique }: List): unknown[] | undefined {
  const items: unknown[] = value.slice(0, count);
  const wanted = count - items.length;
  if (wanted === 0) return items;
  const making = makingOf(means);
  const item = means.nodes.item(node, items.length);
  const made = item === null ? [{ value: "text" }] : makeSeveral(making, item, isUnique ? count + 1 : 1);
  const known = new Set(items.map((it) => JSON.stringify(it)));
  const others = made.map((it) => it.value).filter((it) => !isUnique || !known.has(JSON.stringify(it)));
  if (others.length === 0 || (isUnique && others.length < wanted)) return undefined;
  for (let index = 0; index < wanted; index += 1) items.push(others[index % others.length]);
  return items;
}

function makingOf(means: Means): Making {
  return { means, stack: [], budget: { left: 4000 } };
}

/** Objects with as many properties as each limit allows, one less and one more. */
export function* objectVariants(means: Means, { node, value }: Place, words: Words): Iterable<Variant> {
  if (!isObject(value)) return;
  for (const [limit, name, sign] of [
    [words.minProperties, "minimum", 1],
    [words.maxProperties, "maximum", -1],
  ] as const) {
    if (!isWithin(limit, LONGEST)) continue;
    const { value: count, at } = limit;
    const side = sign === 1 ? "below" : "above";
    for (const [where, number, expect] of [
      ["at", count, "accepted"],
      ["inside", count + sign, "accepted"],
      [side, count - sign, "refused"],
    ] as const) {
      const object = number < 0 ? undefined : objectOf(means, node, { value, words, count: number });
      const properties = `${number} ${number === 1 ? "property" : "properties"}`;
      const what = `${properties}, ${where === "inside" ? "just inside" : where} the ${name} number of properties ${count}`;
      if (object !== undefined)
        yield { slug: `${where}-${name}-properties`, what, value: object, expect, contract: at };
    }
  }
}

type Sized = { readonly value: object; readonly words: Words; readonly count: number };

function objectOf(means: Means, node: Place["node"], { value, words, count }: Sized): object | undefined {
  const kept = Object.entries(value).sort(([a], [b]) => Number(words.required.has(b)) - Number(words.required.has(a)));
  const entries: [string, unknown][] = kept.slice(0, count);
  const making = makingOf(means);
  for (const name of [...words.names, ...inventedNames(making, node, count + 1)]) {
    if (entries.length === count) break;
    const child = means.nodes.child(node, name);
    if (entries.some(([known]) => known === name) || child?.readOnly !== undefined) continue;
    const [made] = child === null ? [{ value: "text" }] : makeSeveral(making, child, 1);
    if (made !== undefined) entries.push([name, made.value]);
  }
  return entries.length === count ? Object.fromEntries(entries) : undefined;
}
