import { asArray, asString, type Json, type JsonObject } from "../../document/index.js";
import type { MergedSchema } from "../analysis/merged-schema.js";
import { isDateTime } from "../formats/date-time.js";
import { FORMAT_VALIDATORS } from "../formats/formats.js";
import { getFormatRange } from "../formats/number-formats.js";
import { compileBoundedPattern } from "../pattern/bounded-pattern.js";
import { isMultipleOf } from "../values/multiple-of.js";
import { type CompiledSchema, JSON_KIND, TEXT_MODE } from "./compiled-schema.js";
import { parseFixedLengthPattern } from "./fixed-length-pattern.js";

/** Adds what the schemas of a node ask of texts and numbers, and which kinds of values they let pass. */
export function compileScalars(plan: CompiledSchema, { applicableSchemas, extensible }: MergedSchema): void {
  const tests: ScalarTests = { texts: [], patterns: [], numbers: [] };
  const lists: ReadonlySet<Json>[] = extensible === undefined ? [] : [extensible.known];
  for (const { schema } of applicableSchemas) {
    if (schema.type !== undefined) plan.kinds &= getKindsOfTypes(schema.type);
    plan.minLength = Math.max(plan.minLength, Number(schema.minLength ?? 0));
    plan.maxLength = Math.min(plan.maxLength, Number(schema.maxLength ?? Number.POSITIVE_INFINITY));
    for (const values of [schema.enum, schema.const === undefined ? undefined : [schema.const]]) {
      if (values === undefined) continue;
      lists.push(new Set(asArray(values)));
      plan.kinds &= getKindsOfValues(asArray(values));
    }
    addTests(plan, schema, tests);
  }
  const { texts, patterns, numbers } = tests;
  plan.hasEnum = lists.length > 0;
  for (const list of lists) numbers.push((value) => list.has(value));
  plan.numberTests = numbers;
  const first = patterns.findIndex((pattern) => parseFixedLengthPattern(pattern) !== undefined);
  plan.fixedLengthPattern = patterns[first] && parseFixedLengthPattern(patterns[first]);
  const others = patterns.filter((_, index) => index !== first);
  plan.textTests = [...texts, ...others.map(createPatternTest)];
  if (lists.length > 0) compileEnum(plan, lists, [...texts, ...patterns.map(createPatternTest)]);
  else if (plan.fixedLengthPattern !== undefined || plan.isDateTime || plan.textTests.length > 0 || isBounded(plan))
    plan.textMode = TEXT_MODE.tested;
}

/** Of the texts in the first list those that everything else lets pass too. */
function compileEnum(
  plan: CompiledSchema,
  lists: readonly ReadonlySet<Json>[],
  tests: readonly ((text: string) => boolean)[],
): void {
  plan.textMode = TEXT_MODE.listed;
  const texts = [...(lists[0] ?? [])].filter((value) => typeof value === "string");
  const fitting = texts.filter(
    (text) =>
      lists.every((list) => list.has(text)) &&
      tests.every((test) => test(text)) &&
      (!plan.isDateTime || isDateTime(text)) &&
      text.length >= plan.minLength &&
      text.length <= plan.maxLength,
  );
  plan.enumTexts = fitting.filter(isUnescapedAscii);
}

/** Whether a text stands in the bytes as it is, without escapes. */
export function isUnescapedAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text);
}

function isBounded({ minLength, maxLength }: CompiledSchema): boolean {
  return minLength > 0 || maxLength < Number.POSITIVE_INFINITY;
}

type ScalarTests = {
  readonly texts: ((text: string) => boolean)[];
  readonly patterns: RegExp[];
  readonly numbers: ((value: number) => boolean)[];
};

function addTests(plan: CompiledSchema, schema: JsonObject, { texts, patterns, numbers }: ScalarTests): void {
  if (typeof schema.pattern === "string") patterns.push(compileBoundedPattern(schema.pattern, "u") as RegExp);
  addBounds(plan, schema, numbers);
  const format = asString(schema.format);
  if (format === undefined || !Object.hasOwn(FORMAT_VALIDATORS, format)) return;
  const definition: unknown = FORMAT_VALIDATORS[format];
  if (format === "date-time") plan.isDateTime = true;
  else if (definition instanceof RegExp) patterns.push(definition);
  else if (typeof definition === "function") texts.push((text) => definition(text) === true);
  else addFormatRange(plan, format);
}

function createPatternTest(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function addBounds(plan: CompiledSchema, schema: JsonObject, tests: ((value: number) => boolean)[]): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number") plan.minimum = Math.max(plan.minimum, minimum);
  if (typeof maximum === "number") plan.maximum = Math.min(plan.maximum, maximum);
  if (typeof exclusiveMinimum === "number") tests.push((value) => value > exclusiveMinimum);
  if (typeof exclusiveMaximum === "number") tests.push((value) => value < exclusiveMaximum);
  if (typeof multipleOf === "number") tests.push((value) => isMultipleOf(value, multipleOf));
}

/** What has no range is far beyond the numbers that are read from their bytes, but that it may have to be whole. */
function addFormatRange(plan: CompiledSchema, format: string): void {
  const range = getFormatRange(format);
  plan.minimum = Math.max(plan.minimum, range?.min ?? plan.minimum);
  plan.maximum = Math.min(plan.maximum, range?.max ?? plan.maximum);
  if (format !== "float" && format !== "double") plan.kinds &= ~JSON_KIND.fraction;
}

function getKindsOfTypes(type: Json): number {
  let kinds = 0;
  for (const name of [type].flat()) kinds |= KINDS_OF_TYPE[String(name)] ?? 0;
  return kinds;
}

/** A whole number written with a point is left to others. */
const KINDS_OF_TYPE: Readonly<Record<string, number>> = {
  object: JSON_KIND.object,
  array: JSON_KIND.array,
  string: JSON_KIND.string,
  integer: JSON_KIND.integer,
  number: JSON_KIND.integer | JSON_KIND.fraction,
  boolean: JSON_KIND.true | JSON_KIND.false,
  null: JSON_KIND.null,
};

function getKindsOfValues(values: readonly Json[]): number {
  let kinds = 0;
  for (const value of values) {
    if (typeof value === "string") kinds |= JSON_KIND.string;
    else if (typeof value === "number") kinds |= JSON_KIND.integer | JSON_KIND.fraction;
    else if (value === null) kinds |= JSON_KIND.null;
    else kinds |= value === true ? JSON_KIND.true : JSON_KIND.false;
  }
  return kinds;
}
