import { isInPlace } from "../../document/applicators.js";
import { isObject, type Json, type Pointer, parsePointer, valueAt } from "../../document/index.js";
import { isDateTime } from "../../schema/formats/date-time.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { getFormatRange } from "../../schema/formats/number-formats.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import type { ApplicableSchema } from "../../schema/model/applicable-schema.js";
import { listDeclaredProperties, type MergedSchema } from "../../schema/model/schema-model.js";
import type { ValueConstraints } from "../../schema/model/value-constraints.js";
import { compileBoundedPattern } from "../../schema/pattern/compile-pattern.js";
import { NULL_ALLOWED, walkSchemas } from "../../schema/registry/normalize-schema.js";
import type { Schemas } from "../../schema/validation/schemas.js";
import { isMultipleOf } from "../../schema/values/exact-number.js";
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
import { ANY_VALUE_SCHEMA, CompiledSchema, MAX_PROPERTIES } from "./compiled-schema.js";

/** Compiles the schema at a pointer for one direction; undefined if it, or a schema that it reaches, is invalid. */
type SchemaCompiler = (pointer: Pointer, direction: MessageDirection) => CompiledSchema | undefined;

/** Compiles schemas for the reader. Those with unsupported keywords are compiled for regular validation of their values. */
export function createSchemaCompiler(schemas: Schemas): SchemaCompiler {
  const createCompilation = (direction: MessageDirection): Compilation => ({
    ...{ schemas, direction, roots: new Map(), cache: new Map() },
  });
  const compilations = { request: createCompilation("request"), response: createCompilation("response") };
  return (pointer, direction) => {
    const compilation = compilations[direction];
    const { roots } = compilation;
    if (!roots.has(pointer)) roots.set(pointer, compileRoot(compilation, pointer));
    return roots.get(pointer);
  };
}

type Compilation = {
  readonly schemas: Schemas;
  readonly direction: MessageDirection;
  readonly roots: Map<Pointer, CompiledSchema | undefined>;
  readonly cache: Map<MergedSchema, CompiledSchema>;
};

function compileRoot(compilation: Compilation, pointer: Pointer): CompiledSchema | undefined {
  try {
    // This finds every invalid schema that is reached, so that the values of keywords are valid from here on.
    compilation.schemas.isValid(pointer, compilation.direction, null);
  } catch {
    return undefined;
  }
  return compileMergedSchema(compilation, compilation.schemas.model.at([pointer]));
}

function compileMergedSchema(compilation: Compilation, merged: MergedSchema): CompiledSchema {
  const cached = compilation.cache.get(merged);
  if (cached !== undefined) return cached;
  const { direction } = compilation;
  const isSupported = canCompile(compilation, merged);
  const isAny = isSupported && merged.applicableSchemas.length === 0;
  const compiled = isAny
    ? ANY_VALUE_SCHEMA
    : new CompiledSchema(merged.pointers, direction, isSupported ? "compiled" : "fallback");
  compilation.cache.set(merged, compiled);
  if (isAny) return compiled;
  if (!isSupported) return compiled;
  compiled.hasRepeatedSchema = hasRepeatedSchema(merged);
  compileScalars(compiled, merged);
  compileObject(compilation, compiled, merged);
  compileArray(compilation, compiled, merged);
  return compiled;
}

/** Whether a schema that always applies is reached in two ways. */
function hasRepeatedSchema({ pointers, applicableSchemas }: MergedSchema): boolean {
  const reached = [...pointers, ...applicableSchemas.flatMap(({ always }) => always)];
  return new Set(reached).size < reached.length;
}

function canCompile(compilation: Compilation, merged: MergedSchema): boolean {
  const { applicableSchemas, discriminators, pointers } = merged;
  const names = listDeclaredProperties(merged);
  return (
    // A schema that a discriminator names can cause drift.
    discriminators.length === 0 &&
    names.length <= MAX_PROPERTIES &&
    names.every((name) => name !== "__proto__" && isUnescapedAscii(name)) &&
    [...merged.constraints.required.keys()].every((name) => names.includes(name)) &&
    applicableSchemas.every(({ schema }) =>
      Object.entries(schema).every(([keyword, value]) => isSupportedKeyword(keyword, value)),
    ) &&
    pointers.every((pointer) => isPlain(compilation, pointer, []))
  );
}

/** Whether all schemas that always apply exist, do not refer back to themselves, and are in the default dialect. */
function isPlain(compilation: Compilation, pointer: Pointer, above: readonly Pointer[]): boolean {
  const { root } = compilation.schemas;
  const schema = valueAt(root, pointer);
  if (schema === true) return true;
  if (!isObject(schema) || above.includes(pointer) || isInOtherDialect(root, pointer)) return false;
  const [applicable] = compilation.schemas.model.at([pointer]).applicableSchemas;
  return (applicable?.always ?? []).every((next) => isPlain(compilation, next, [...above, pointer]));
}

function isInOtherDialect(root: Json, pointer: Pointer): boolean {
  let value: Json | undefined = root;
  const declaresDialect = (token: string): boolean => {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) ? value[token] : undefined;
    return isObject(value) && (value.$schema !== undefined || value.$id !== undefined);
  };
  return (isObject(root) && root.jsonSchemaDialect !== undefined) || parsePointer(pointer).some(declaresDialect);
}

function compileObject(compilation: Compilation, compiled: CompiledSchema, merged: MergedSchema): void {
  const { applicableSchemas } = merged;
  const { required } = merged.constraints;
  const names = listDeclaredProperties(merged);
  compiled.keys = names.flatMap((name) => {
    const child = compilation.schemas.model.child(merged, name);
    // Leave forbidden and excluded names to regular validation.
    const isLeft = child === null || canBeExcluded(compilation, child) || isForbiddenName(applicableSchemas, name);
    return isLeft ? [] : [{ name, value: compileMergedSchema(compilation, child), isRequired: required.has(name) }];
  });
  compiled.requiredCount = required.size;
  // Without declared names, no name is undeclared.
  const allowsAnyName = applicableSchemas.every(({ schema: { additionalProperties: it = true } }) => it === true);
  compiled.isOpen = (compiled.kinds & OBJECT_KIND) !== 0 && names.length === 0 && allowsAnyName;
}

/** Whether messages of this direction exclude a property by its schema, or by a branch that its value may match. */
function canBeExcluded({ direction, schemas: { root } }: Compilation, child: MergedSchema): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  return [...walkSchemas(root, child.pointers, isInPlace)].some(({ schema }) => schema[flag] === true);
}

function isForbiddenName(applicable: readonly ApplicableSchema[], name: string): boolean {
  return applicable.some(
    ({ schema: { additionalProperties, properties } }) =>
      additionalProperties === false && !(isObject(properties) && Object.hasOwn(properties, name)),
  );
}

function compileArray(compilation: Compilation, compiled: CompiledSchema, merged: MergedSchema): void {
  const { minItems, maxItems } = merged.constraints;
  compiled.minItems = minItems?.value ?? 0;
  compiled.maxItems = maxItems?.value ?? Number.POSITIVE_INFINITY;
  const item = compilation.schemas.model.item(merged, 0);
  compiled.items = item === null ? undefined : compileMergedSchema(compilation, item);
}

/** The keywords that a compiled schema supports with any value that is valid for them. */
const SUPPORTED_KEYWORDS: ReadonlySet<string> = new Set([
  ...["allOf", "type", "enum", "const", "format", "properties", "required", "additionalProperties"],
  ...["minLength", "maxLength", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

/** Keywords that are supported with some of their values. */
const CONDITIONS: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ["$ref", (value) => value === "#" || (typeof value === "string" && value.startsWith("#/"))],
  ["items", (value) => value === true || isObject(value)],
  ["uniqueItems", (value) => value === false],
  // A pattern that can backtrack catastrophically may not be decidable in time.
  ["pattern", (value) => typeof value === "string" && compileBoundedPattern(value, "u") instanceof RegExp],
] as const);

/** Keywords that do not affect validity. Drift detection needs only what a merged schema has of them. */
const ANNOTATION =
  /^(title|description|default|examples?|deprecated|readOnly|writeOnly|xml|externalDocs|discriminator|\$comment|\$defs|definitions|x-.*)$/;

/** Whether a compiled schema supports a keyword with this value, which is valid for the keyword. */
export function isSupportedKeyword(keyword: string, value: Json | undefined): boolean {
  const isAnnotation = ANNOTATION.test(keyword) && keyword !== NULL_ALLOWED;
  return isAnnotation || SUPPORTED_KEYWORDS.has(keyword) || CONDITIONS.get(keyword)?.(value) === true;
}

/** Adds the constraints of the schemas on strings and numbers, and the kinds of values that they allow. */
export function compileScalars(compiled: CompiledSchema, { constraints, extensible }: MergedSchema): void {
  const { types, enumValues, formats, minLength, maxLength } = constraints;
  if (types !== undefined) compiled.kinds &= getKinds(types, getKindsOfType);
  if (enumValues !== undefined) compiled.kinds &= getKinds(enumValues, getKindsOfValue);
  compiled.minLength = minLength?.value ?? 0;
  compiled.maxLength = maxLength?.value ?? Number.POSITIVE_INFINITY;
  const tests: ScalarTests = {
    texts: [],
    patterns: constraints.patterns.map(({ value }) => compileBoundedPattern(value, "u") as RegExp),
  };
  for (const { value } of formats) addFormat(compiled, value, tests);
  const { texts, patterns } = tests;
  const listed = enumValues === undefined ? undefined : new Set(enumValues);
  const lists = [extensible?.known, listed].filter((list) => list !== undefined);
  compiled.hasEnum = lists.length > 0;
  compiled.numberTests = [
    ...compileBounds(compiled, constraints),
    ...lists.map((list) => (value: number) => list.has(value)),
  ];
  compiled.textTests = [...texts, ...patterns.map(createPatternTest)];
  const isTested = compiled.textTests.length > 0 || compiled.isDateTime;
  if (lists.length > 0) compileEnum(compiled, lists);
  else if (isTested || compiled.minLength > 0 || compiled.maxLength < Number.POSITIVE_INFINITY)
    compiled.textMode = TESTED_TEXT;
}

/** Adds the strings of the first list that all other constraints accept too. */
function compileEnum(compiled: CompiledSchema, lists: readonly ReadonlySet<Json>[]): void {
  compiled.textMode = LISTED_TEXT;
  const texts = [...(lists[0] ?? [])].filter((value) => typeof value === "string");
  compiled.enumTexts = texts.filter(
    (text) =>
      isUnescapedAscii(text) &&
      lists.every((list) => list.has(text)) &&
      compiled.textTests.every((test) => test(text)) &&
      (!compiled.isDateTime || isDateTime(text)) &&
      text.length >= compiled.minLength &&
      text.length <= compiled.maxLength,
  );
}

/** Whether a text is ASCII that JSON contains without escapes. */
export function isUnescapedAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text);
}

type ScalarTests = { readonly texts: ((text: string) => boolean)[]; readonly patterns: RegExp[] };

function addFormat(compiled: CompiledSchema, format: string, { texts, patterns }: ScalarTests): void {
  if (!Object.hasOwn(FORMAT_VALIDATORS, format)) return;
  const definition: unknown = FORMAT_VALIDATORS[format];
  if (format === "date-time") compiled.isDateTime = true;
  else if (definition instanceof RegExp) patterns.push(definition);
  else if (typeof definition === "function") texts.push((text) => definition(text) === true);
  else addFormatRange(compiled, format);
}

function createPatternTest(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

/** Sets the limits that include their value, and returns tests for the others. */
function compileBounds(
  compiled: CompiledSchema,
  { minimum, maximum, multiples }: ValueConstraints,
): ((value: number) => boolean)[] {
  const lowest = minimum?.value ?? compiled.minimum;
  const highest = maximum?.value ?? compiled.maximum;
  compiled.minimum = Math.max(compiled.minimum, lowest);
  compiled.maximum = Math.min(compiled.maximum, highest);
  return [
    ...(minimum?.exclusive === true ? [(value: number) => value > lowest] : []),
    ...(maximum?.exclusive === true ? [(value: number) => value < highest] : []),
    ...multiples.map((it) => (value: number) => isMultipleOf(value, it.value)),
  ];
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
