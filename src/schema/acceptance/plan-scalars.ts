import { asArray, asString, type Json, type JsonObject } from "../../document/index.js";
import { isDateTime } from "../date-time.js";
import { FORMATS } from "../formats.js";
import { isMultipleOf } from "../multiple-of.js";
import type { Node } from "../node.js";
import { rangeOfFormat } from "../number-formats.js";
import { boundedPattern } from "../pattern/bounded-pattern.js";
import { fixedPattern } from "./fixed-pattern.js";
import { KIND, type Plan, TEXT } from "./plan.js";

/** Adds what the schemas of a node ask of texts and numbers, and which kinds of values they let pass. */
export function planScalars(plan: Plan, { shapes, extensible }: Node): void {
  const tests: Tests = { texts: [], patterns: [], numbers: [] };
  const lists: ReadonlySet<Json>[] = extensible === undefined ? [] : [extensible.known];
  for (const { schema } of shapes) {
    if (schema.type !== undefined) plan.kinds &= kindsOf(schema.type);
    plan.minLength = Math.max(plan.minLength, Number(schema.minLength ?? 0));
    plan.maxLength = Math.min(plan.maxLength, Number(schema.maxLength ?? Number.POSITIVE_INFINITY));
    for (const values of [schema.enum, schema.const === undefined ? undefined : [schema.const]]) {
      if (values === undefined) continue;
      lists.push(new Set(asArray(values)));
      plan.kinds &= kindsAmong(asArray(values));
    }
    addTests(plan, schema, tests);
  }
  const { texts, patterns, numbers } = tests;
  plan.isListed = lists.length > 0;
  for (const list of lists) numbers.push((value) => list.has(value));
  plan.numberTests = numbers;
  const first = patterns.findIndex((pattern) => fixedPattern(pattern) !== undefined);
  plan.fixed = patterns[first] && fixedPattern(patterns[first]);
  const others = patterns.filter((_, index) => index !== first);
  plan.textTests = [...texts, ...others.map(testOf)];
  if (lists.length > 0) planList(plan, lists, [...texts, ...patterns.map(testOf)]);
  else if (plan.fixed !== undefined || plan.isDateTime || plan.textTests.length > 0 || isBounded(plan))
    plan.text = TEXT.tested;
}

/** Of the texts in the first list those that everything else lets pass too. */
function planList(
  plan: Plan,
  lists: readonly ReadonlySet<Json>[],
  tests: readonly ((text: string) => boolean)[],
): void {
  plan.text = TEXT.listed;
  const texts = [...(lists[0] ?? [])].filter((value) => typeof value === "string");
  const fitting = texts.filter(
    (text) =>
      lists.every((list) => list.has(text)) &&
      tests.every((test) => test(text)) &&
      (!plan.isDateTime || isDateTime(text)) &&
      text.length >= plan.minLength &&
      text.length <= plan.maxLength,
  );
  plan.listed = fitting.filter(isPlain);
}

/** Whether a text stands in the bytes as it is, without escapes. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text);
}

function isBounded({ minLength, maxLength }: Plan): boolean {
  return minLength > 0 || maxLength < Number.POSITIVE_INFINITY;
}

type Tests = {
  readonly texts: ((text: string) => boolean)[];
  readonly patterns: RegExp[];
  readonly numbers: ((value: number) => boolean)[];
};

function addTests(plan: Plan, schema: JsonObject, { texts, patterns, numbers }: Tests): void {
  if (typeof schema.pattern === "string") patterns.push(boundedPattern(schema.pattern, "u") as RegExp);
  addBounds(plan, schema, numbers);
  const format = asString(schema.format);
  if (format === undefined || !Object.hasOwn(FORMATS, format)) return;
  const definition: unknown = FORMATS[format];
  if (format === "date-time") plan.isDateTime = true;
  else if (definition instanceof RegExp) patterns.push(definition);
  else if (typeof definition === "function") texts.push((text) => definition(text) === true);
  else addRange(plan, format);
}

function testOf(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function addBounds(plan: Plan, schema: JsonObject, tests: ((value: number) => boolean)[]): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number") plan.least = Math.max(plan.least, minimum);
  if (typeof maximum === "number") plan.greatest = Math.min(plan.greatest, maximum);
  if (typeof exclusiveMinimum === "number") tests.push((value) => value > exclusiveMinimum);
  if (typeof exclusiveMaximum === "number") tests.push((value) => value < exclusiveMaximum);
  if (typeof multipleOf === "number") tests.push((value) => isMultipleOf(value, multipleOf));
}

/** What has no range is far beyond the numbers that are read from their bytes, but that it may have to be whole. */
function addRange(plan: Plan, format: string): void {
  const range = rangeOfFormat(format);
  plan.least = Math.max(plan.least, range?.least ?? plan.least);
  plan.greatest = Math.min(plan.greatest, range?.greatest ?? plan.greatest);
  if (format !== "float" && format !== "double") plan.kinds &= ~KIND.fraction;
}

function kindsOf(type: Json): number {
  let kinds = 0;
  for (const name of [type].flat()) kinds |= KINDS_OF_TYPE[String(name)] ?? 0;
  return kinds;
}

/** A whole number written with a point is left to others. */
const KINDS_OF_TYPE: Readonly<Record<string, number>> = {
  object: KIND.object,
  array: KIND.array,
  string: KIND.string,
  integer: KIND.integer,
  number: KIND.integer | KIND.fraction,
  boolean: KIND.true | KIND.false,
  null: KIND.null,
};

function kindsAmong(values: readonly Json[]): number {
  let kinds = 0;
  for (const value of values) {
    if (typeof value === "string") kinds |= KIND.string;
    else if (typeof value === "number") kinds |= KIND.integer | KIND.fraction;
    else if (value === null) kinds |= KIND.null;
    else kinds |= value === true ? KIND.true : KIND.false;
  }
  return kinds;
}
