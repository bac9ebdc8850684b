import { asArray, asString, type Json, type JsonObject } from "../../document/index.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import { isDateTime } from "../../schema/formats/date-time.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { getFormatRange } from "../../schema/formats/number-formats.js";
import { compileBoundedPattern } from "../../schema/pattern/bounded-pattern.js";
import { isMultipleOf } from "../../schema/values/multiple-of.js";
import { type CompiledSchema, JSON_KIND, TEXT_MODE } from "./compiled-schema.js";
import { parseFixedLengthPattern } from "./fixed-length-pattern.js";
import { listConstants } from "./supported-keywords.js";

/** Adds the constraints of the schemas on strings and numbers, and the kinds of values that they allow. */
export function compileScalars(compiled: CompiledSchema, { applicableSchemas, extensible }: MergedSchema): void {
  const tests: ScalarTests = { texts: [], patterns: [], numbers: [] };
  const lists: ReadonlySet<Json>[] = extensible === undefined ? [] : [extensible.known];
  for (const { schema } of applicableSchemas) {
    if (schema.type !== undefined) compiled.kinds &= getKindsOfTypes(schema.type);
    compiled.minLength = Math.max(compiled.minLength, Number(schema.minLength ?? 0));
    compiled.maxLength = Math.min(compiled.maxLength, Number(schema.maxLength ?? Number.POSITIVE_INFINITY));
    const constants = [schema.const === undefined ? undefined : [schema.const], listConstants(schema.oneOf)];
    for (const values of [schema.enum, ...constants]) {
      if (values === undefined) continue;
      lists.push(new Set(asArray(values)));
      compiled.kinds &= getKindsOfValues(asArray(values));
    }
    addTests(compiled, schema, tests);
  }
  const { texts, patterns, numbers } = tests;
  compiled.hasEnum = lists.length > 0;
  for (const list of lists) numbers.push((value) => list.has(value));
  compiled.numberTests = numbers;
  const first = patterns.findIndex((pattern) => parseFixedLengthPattern(pattern) !== undefined);
  compiled.fixedLengthPattern = patterns[first] && parseFixedLengthPattern(patterns[first]);
  const others = patterns.filter((_, index) => index !== first);
  compiled.textTests = [...texts, ...others.map(createPatternTest)];
  if (lists.length > 0) compileEnum(compiled, lists, [...texts, ...patterns.map(createPatternTest)]);
  else if (
    compiled.fixedLengthPattern !== undefined ||
    compiled.isDateTime ||
    compiled.textTests.length > 0 ||
    isBounded(compiled)
  )
    compiled.textMode = TEXT_MODE.tests;
}

/** Adds the strings of the first list that all other constraints accept too. */
function compileEnum(
  compiled: CompiledSchema,
  lists: readonly ReadonlySet<Json>[],
  tests: readonly ((text: string) => boolean)[],
): void {
  compiled.textMode = TEXT_MODE.enum;
  const texts = [...(lists[0] ?? [])].filter((value) => typeof value === "string");
  const accepted = texts.filter(
    (text) =>
      lists.every((list) => list.has(text)) &&
      tests.every((test) => test(text)) &&
      (!compiled.isDateTime || isDateTime(text)) &&
      text.length >= compiled.minLength &&
      text.length <= compiled.maxLength,
  );
  compiled.enumTexts = accepted.filter(isUnescapedAscii);
}

/** Whether a text is ASCII that JSON contains without escapes. */
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
  if (format !== "float" && format !== "double") compiled.kinds &= ~JSON_KIND.fraction;
}

function getKindsOfTypes(type: Json): number {
  let kinds = 0;
  for (const name of [type].flat()) kinds |= KINDS_OF_TYPE[String(name)] ?? 0;
  return kinds;
}

/** Leaves integers with a decimal point, such as `1.0`, to regular validation. */
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
