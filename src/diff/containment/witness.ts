import { isObject, type JsonObject, type Pointer } from "../../document/index.js";
import { type Making, makeSeveral } from "../../probe/make-value.js";
import { isSame } from "../../probe/same-value.js";
import type { View } from "../../schema/index.js";
import { atomOf, type Case, factsOf, holds, waysOf } from "./case.js";
import type { Prover } from "./prover.js";
import { accepts, type Ref, type Sided } from "./sided.js";

const MOST_TRIED = 1500;

/** What `makeSeveral` is asked for: words that the value keeps beside those of its schemas. */
export type Direction = JsonObject;

/** Values of a case, the shortest first, as far as some are found; a direction says what they should look like besides. */
export function valuesOf(prover: Prover, given: Case, direction: Direction = {}, count = 4): readonly unknown[] {
  const found: unknown[] = [];
  const keep = (value: unknown): void => {
    if (!found.some((it) => isSame(it, value)) && holds(given, prover.view, value)) found.push(value);
  };
  for (const type of typesOf(given))
    for (const value of made(prover, given, { type, ...direction }, count)) keep(value);
  for (const value of PLAIN) if (found.length < count + 2) keep(value);
  return found.sort((one, other) => size(one) - size(other));
}

/** Values of a case that a schema refuses. */
export function refusedValues(prover: Prover, given: Case, right: Ref, directions: readonly Direction[]): unknown[] {
  const found = directions.flatMap((direction) => valuesOf(prover, given, direction, 6));
  return shortest(found.filter((value) => !accepts(right, prover.view, value)));
}

/** As many as are worth looking at further. */
export function shortest(values: readonly unknown[], count = 4): unknown[] {
  const distinct: unknown[] = [];
  for (const value of [...values].sort((one, other) => size(one) - size(other)))
    if (distinct.length < count && !distinct.some((it) => isSame(it, value))) distinct.push(value);
  return distinct;
}

export function size(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function typesOf({ types }: Case): string[] {
  return types.map((atom) => (atom === "fraction" ? "number" : atom));
}

function made({ left, view }: Prover, given: Case, direction: Direction, count: number): unknown[] {
  // Where nothing is said of a value, what it should look like is all there is to make it by.
  const sides = new Set(given.refs.length === 0 ? [left] : given.refs.map(({ sided }) => sided));
  const [one = [], other = []] = [...sides].map((sided) => {
    const pointers = given.refs.filter((ref) => ref.sided === sided).map(({ pointer }) => pointer);
    return madeOf({ sided, pointers, view }, given, direction, count);
  });
  // What fits the one and what fits the other may fit both when put together.
  const both = one.flatMap((value) =>
    isObject(value)
      ? other.flatMap((it) =>
          isObject(it)
            ? [
                { ...value, ...it },
                { ...it, ...value },
              ]
            : [],
        )
      : [],
  );
  return [...one, ...other, ...both];
}

type Source = { readonly sided: Sided; readonly pointers: readonly Pointer[]; readonly view: View };

function madeOf({ sided, pointers, view }: Source, given: Case, direction: Direction, count: number): unknown[] {
  const node = sided.nodes.at(pointers);
  const open = new Set(
    factsOf(given)
      .choices.filter(({ ref }) => ref.sided === sided)
      .map(({ choice }) => waysOf(choice)[0]),
  );
  const directed = {
    ...node,
    shapes: [...node.shapes, { pointer: "", schema: direction, always: [], choices: [] }],
    choices: [],
    children: new Map(),
    items: new Map(),
  };
  const making: Making = {
    means: { schemas: sided.schemas, nodes: sided.nodes, view },
    stack: [],
    budget: { left: MOST_TRIED },
  };
  const found = makeSeveral(making, directed, count);
  if (found.length > 0 || open.size === 0) return found.map(({ value }) => value);
  // Who takes a branch forgets the direction, so that is for where nothing else is found.
  const choices = node.choices.filter((choice) => open.has(waysOf(choice)[0]));
  return makeSeveral(making, { ...directed, choices }, count).map(({ value }) => value);
}

/** Values with a property set to others. */
export function withProperty(prover: Prover, given: Case, name: string, values: readonly unknown[]): unknown[] {
  if (values.length === 0) return [];
  const around = [...valuesOf(prover, given, { required: [name] }, 3), ...valuesOf(prover, given, {}, 3)];
  const objects = [...around, {}].filter((it) => atomOf(it) === "object") as JsonObject[];
  const larger = objects.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
  return shortest(larger.filter((value) => holds(given, prover.view, value)));
}

/** Lists with an item set to others. */
export function withItem(prover: Prover, given: Case, index: number, values: readonly unknown[]): unknown[] {
  if (values.length === 0) return [];
  const around = [...valuesOf(prover, given, { minItems: index + 1 }, 3), ...valuesOf(prover, given, {}, 3)];
  const lists = [...around, []].filter((it) => Array.isArray(it));
  const larger = lists.flatMap((list) => {
    const padded = Array.from({ length: Math.max(index + 1, list.length) }, (_, at) => list[at] ?? null);
    return values.flatMap((value) => [
      padded.map((it, at) => (at === index ? value : it)),
      ...(list.length <= index ? [[...list, value]] : []),
    ]);
  });
  return shortest(larger.filter((value) => holds(given, prover.view, value)));
}

const PLAIN: readonly unknown[] = [
  ...[0, 1, -1, 2, 100, 0.5, -1.5, 1e10, "", "a", "text", " ", true, false, null],
  ...[{}, [], [null], [1, 1], ["a", "a"], [{}, {}], { a: 1 }, { name: "text" }, { a: 1, b: 2 }],
];

/** Whether a value belongs to a case but for its type, and a schema refuses it. */
export function isWitness({ view }: Prover, given: Case, right: Ref, value: unknown): boolean {
  return (
    given.refs.every((ref) => accepts(ref, view, value)) &&
    !given.nots.some((ref) => accepts(ref, view, value)) &&
    !accepts(right, view, value)
  );
}
