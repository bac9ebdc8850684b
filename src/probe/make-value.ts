import { asArray, isObject, joinPointer, type Pointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import type { Choice } from "../schema/shape.js";
import { cannotJudge } from "./cannot-judge.js";
import { objectsFor } from "./make-object.js";
import { numbersFor, textsFor } from "./make-scalar.js";
import type { ValueMeans } from "./means.js";
import { isSame } from "./same-value.js";
import { likelyTypes, type Words, wordsOf } from "./words.js";

export type Made = { readonly value: unknown } | undefined;

/** What is being made, from the outermost value inwards: schemas may contain themselves. */
export type Making = {
  readonly means: ValueMeans;
  readonly stack: readonly Node[];
  /** Candidates that may still be tried, over all that is made together. */
  readonly budget: { left: number };
};

const MOST_TRIED = 4000;
const MOST_A_VALUE = 60;
const DEEPEST = 12;

/**
 * The smallest value that fits a place, preferring what the contract gives as an example; undefined when none is found.
 *
 * Candidates are built from what the schemas say and then held against them: what building overlooks is never handed out.
 */
export function makeValue(means: ValueMeans, node: Node): Made {
  return makeInner({ means, stack: [], budget: { left: MOST_TRIED } }, node);
}

/** The same for what is written as text, where nothing can be written that is read as null, or as a list or an object without members. */
export function makeWritten(means: ValueMeans, node: Node): Made {
  const several = makeSeveral({ means, stack: [], budget: { left: MOST_TRIED } }, node, 1);
  if (several.some(({ value }) => !isEmpty(value))) return several[0];
  const more = makeSeveral({ means, stack: [], budget: { left: MOST_TRIED } }, node, 6);
  return more.find(({ value }) => !isEmpty(value)) ?? several[0];
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && !(value instanceof Number) && Object.keys(value ?? {}).length === 0;
}

/** The same, in the course of making something larger. */
export function makeInner(making: Making, node: Node): Made {
  const [value] = makeSeveral(making, node, 1);
  return value;
}

/** Different values for one place, as many as are found. */
export function makeSeveral({ means, stack, budget }: Making, node: Node, count: number): { value: unknown }[] {
  if (stack.length > DEEPEST || stack.filter((it) => it === node).length > 1) return [];
  const made: { value: unknown }[] = [];
  const inner: Making = { means, stack: [...stack, node], budget };
  let tried = 0;
  for (const value of candidates(inner, node, new Set())) {
    budget.left -= 1;
    tried += 1;
    if (budget.left < 0 || tried > MOST_A_VALUE + count) break;
    if (made.some((it) => isSame(it.value, value)) || !fits(means, node, value)) continue;
    made.push({ value });
    if (made.length === count) break;
  }
  return made;
}

export function fits(means: ValueMeans, { pointers }: Pick<Node, "pointers">, value: unknown): boolean {
  return pointers.every((pointer) => isValidAt(means, pointer, value));
}

/** What cannot be judged, because a schema does not compile or asks for too much, is handed out as little as what is wrong. */
export function isValidAt({ schemas, view = "request" }: ValueMeans, pointer: Pointer, value: unknown): boolean {
  try {
    return schemas.isValid(pointer, view, value);
  } catch (error) {
    if (cannotJudge(error)) return false;
    throw error;
  }
}

function* candidates(making: Making, node: Node, decided: ReadonlySet<Choice>): Iterable<unknown> {
  const { shapes } = node;
  for (const { schema } of shapes) {
    if (schema.example !== undefined) yield schema.example;
    yield* asArray(schema.examples);
  }
  const words = wordsOf(shapes);
  if (words.listed !== undefined) {
    yield* words.listed;
    return;
  }
  yield* words.extensible;
  for (const { schema } of shapes) if (schema.default !== undefined) yield schema.default;
  const choice = node.choices.find((it) => !decided.has(it));
  if (choice !== undefined) yield* chosen(making, node, choice, decided);
  else yield* built(making, node, words);
}

/** Values for one way after another in which a choice can be taken. */
function* chosen(making: Making, node: Node, choice: Choice, decided: ReadonlySet<Choice>): Iterable<unknown> {
  const { nodes } = making.means;
  const next = new Set([...decided, choice]);
  for (const way of waysOf(choice)) yield* candidates(making, nodes.at([...node.pointers, ...way]), next);
}

function waysOf(choice: Choice): string[][] {
  if (choice.kind === "branches") return choice.branches.map((branch) => [branch]);
  if (choice.kind === "dependent") return [[], [choice.schema]];
  const [then, otherwise] = [choice.then ?? [], choice.else ?? []].map((it) => [it].flat());
  return [[choice.when, ...(then ?? [])], otherwise ?? [], []];
}

function* built(making: Making, node: Node, words: Words): Iterable<unknown> {
  for (const type of likelyTypes(words, node.shapes)) yield* ofType(making, node, words, type);
}

function* ofType(making: Making, node: Node, words: Words, type: string): Iterable<unknown> {
  if (type === "string") yield* textsFor(words);
  else if (type === "integer" || type === "number") yield* numbersFor(words, type === "integer");
  else if (type === "boolean") yield* [true, false];
  else if (type === "null") yield null;
  else if (type === "array") yield* arraysFor(making, node, words);
  else if (type === "object") yield* objectsFor(making, node, words);
}

function* arraysFor(making: Making, node: Node, words: Words): Iterable<unknown> {
  const least = words.minItems?.value ?? 0;
  const most = words.maxItems?.value ?? Number.POSITIVE_INFINITY;
  const held = containedIn(making, node);
  for (const count of [Math.max(least, held.length), least + 1, least + 2]) {
    if (count > most || count > 1000) continue;
    const items = itemsFor(making, node, { count, isUnique: words.uniqueAt !== undefined, held });
    if (items !== undefined) yield items;
  }
}

/** Values that `contains` asks for. */
function containedIn(making: Making, { shapes }: Node): unknown[] {
  return shapes.flatMap(({ pointer, schema }) => {
    if (!isObject(schema.contains)) return [];
    const count = typeof schema.minContains === "number" ? schema.minContains : 1;
    const node = making.means.nodes.at([joinPointer(pointer, "contains")]);
    return makeSeveral(making, node, count).map(({ value }) => value);
  });
}

type Items = { readonly count: number; readonly isUnique: boolean; readonly held: readonly unknown[] };

/** Items by their places; where they must differ, as many different ones as are needed. */
function itemsFor(making: Making, node: Node, { count, isUnique, held }: Items): unknown[] | undefined {
  const { nodes } = making.means;
  const items: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    const item = nodes.item(node, index);
    const able = item === null ? distinct(index) : makeSeveral(making, item, isUnique ? index + 1 : 1);
    const given = held[index] === undefined ? [] : [{ value: held[index] }];
    const next = [...given, ...able].find(({ value }) => !isUnique || !items.some((it) => isSame(it, value)));
    if (next === undefined) return undefined;
    items.push(next.value);
  }
  return items;
}

/** Items of which nothing is said. */
function distinct(index: number): { value: unknown }[] {
  return [{ value: index === 0 ? "text" : `text ${index + 1}` }];
}
