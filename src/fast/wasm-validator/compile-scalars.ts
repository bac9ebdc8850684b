import { asArray, asString, type Json, type JsonObject } from "../../document/index.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import { isDateTime } from "../../schema/formats/date-time.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { getFormatRange } from "../../schema/formats/number-formats.js";
import { compileBoundedPattern } from "../../schema/pattern/bounded-pattern.js";
import { isMultipleOf } from "../../schema/values/multiple-of.js";
import {
  ARRAY_KIND,
  FALSE_KIND,
  FRACTION_KIND,
  INTEGER_KIND,
  LISTED_TEXT,
  NULL_KIND,
  OBJECT_KIND,
  STRING_KIND,
  TESTED_TEXT,
  TRUE_KIND,
} from "../web-assembly/layout.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { parseFixedLengthPattern } from "./fixed-length-pattern.js";

/** Adds the constraints of the schemas on strings and numbers, and the kinds of values that they allow. */
export function compileScalars(compiled: CompiledSchema, { applicableSchemas, extensible }: MergedSchema): void {
  const tests: ScalarTests = { texts: [], patterns: [], numbers: [] };
  const lists: ReadonlySet<Json>[] = extensible === undefined ? [] : [extensible.known];
  for (const { schema } of applicableSchemas) {
    if (schema.type !== undefined) compiled.kinds &= getKinds([schema.type].flat(), getKindsOfType);
    compiled.minLength = Math.max(compiled.minLength, Number(schema.minLength ?? 0));
    compiled.maxLength = Math.min(compiled.maxLength, Number(schema.maxLength ?? Number.POSITIVE_INFINITY));
    for (const values of [schema.enum, schema.const === undefined ? undefined : [schema.const]]) {
      if (values === undefined) continue;
      lists.push(new Set(asArray(values)));
      compiled.kinds &= getKinds(asArray(values), getKindsOfValue);
    }
    addTests(compiled, schema, tests);
  }
  const { texts, patterns, numbers } = tests;
  compiled.hasEnum = lists.length > 0;
  for (const list of lists) numbers.push((value) => list.has(value));
  compiled.numberTests = numbers;
  const fixed = patterns.find((pattern) => parseFixedLengthPattern(pattern) !== undefined);
  compiled.fixedLengthPattern = fixed && parseFixedLengthPattern(fixed);
  compiled.textTests = [...texts, ...patterns.filter((pattern) => pattern !== fixed).map(createPatternTest)];
  const isTested = patterns.length > 0 || texts.length > 0 || compiled.isDateTime;
  if (lists.length > 0) compileEnum(compiled, lists, [...texts, ...patterns.map(createPatternTest)]);
  else if (isTested || compiled.minLength > 0 || compiled.maxLength < Number.POSITIVE_INFINITY)
    compiled.textMode = TESTED_TEXT;
}

/** Adds the strings of the first list that all other constraints accept too. */
function compileEnum(
  compiled: CompiledSchema,
  lists: readonly ReadonlySet<Json>[],
  tests: readonly ((text: string) => boolean)[],
): void {
  compiled.textMode = LISTED_TEXT;
  const texts = [...(lists[0] ?? [])].filter((value) => typeof value === "string");
  compiled.enumTexts = texts.filter(
    (text) =>
      isUnescapedAscii(text) &&
      lists.every((list) => list.has(text)) &&
      tests.every((test) => test(text)) &&
      (!compiled.isDateTime || isDateTime(text)) &&
      text.length >= compiled.minLength &&
      text.length <= compiled.maxLength,
  );
}

/** Whether a text is ASCII that JSON contains without escapes. */
export function isUnescapedAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text);
}

type ScalarTests = {
  readonly texts: ((text: string) => boolean)[];
  readonly patterns: RegExp[];
  readonly numbers: ((value: number) => boolean)[];
};

function addTests(compiled: CompiledSchema, schema: JsonObject, { texts, patterns, numbers }: ScalarTests): void {
  if (typeof schema.pattern === "string") patterns.push(compileBoundedPattern(schema.pattern, "u") as RegExp);
  addBounds(compiled, schema, numbers);
  const format = asString(schema.format);
  if (format === undefined || !Object.hasOwn(FORMAT_VALIDATORS, format)) return;
  const definition: unknown = FORMAT_VALIDATORS[format];
  if (format === "date-time") compiled.isDateTime = true;
  else if (definition instanceof RegExp) patterns.push(definition);
  else if (typeof definition === "function") texts.push((text) => definition(text) === true);
  else addFormatRange(compiled, format);
}

function createPatternTest(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function addBounds(compiled: CompiledSchema, schema: JsonObject, tests: ((value: number) => boolean)[]): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number") compiled.minimum = Math.max(compiled.minimum, minimum);
  if (typeof maximum === "number") compiled.maximum = Math.min(compiled.maximum, maximum);
  if (typeof exclusiveMinimum === "number") tests.push((value) => value > exclusiveMinimum);
  if (typeof exclusiveMaximum === "number") tests.push((value) => value < exclusiveMaximum);
  if (typeof multipleOf === "number") tests.push((value) => isMultipleOf(value, multipleOf));
}

/** Formats without a range may exclude fractions; their limits are beyond the numbers that the reader accepts. */
function addFormatRange(compiled: CompiledSchema, format: string): void {
  const range = getFormatRange(format);
  compiled.minimum = Math.max(compiled.minimum, range?.min ?? compiled.minimum);
  compiled.maximum = Math.min(compiled.maximum, range?.max ?? compiled.maximum);
  if (format !== "float" && format !== "double") compiled.kinds &= ~FRACTION_KIND;
}

function getKinds(values: readonly Json[], getKind: (value: Json) => number): number {
  return values.reduce<number>((kinds, value) => kinds | getKind(value), 0);
}

function getKindsOfType(type: Json): number {
  return KINDS_OF_TYPE[String(type)] ?? 0;
}

const KINDS_OF_TYPE: Readonly<Record<string, number>> = {
  object: OBJECT_KIND,
  array: ARRAY_KIND,
  string: STRING_KIND,
  integer: INTEGER_KIND,
  number: INTEGER_KIND | FRACTION_KIND,
  boolean: TRUE_KIND | FALSE_KIND,
  null: NULL_KIND,
};

/** Leaves objects and arrays, which have to be compared, to regular validation. */
function getKindsOfValue(value: Json): number {
  if (typeof value === "boolean") return value ? TRUE_KIND : FALSE_KIND;
  if (typeof value === "object" && value !== null) return 0;
  return getKindsOfType(value === null ? "null" : typeof value);
}
