import { isInPlace } from "../../document/applicators.js";
import {
  asArray,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import type { ApplicableSchema } from "../../schema/analysis/applicable-schema.js";
import {
  createMergedSchemaCache,
  type MergedSchema,
  type MergedSchemaCache,
} from "../../schema/analysis/merged-schema.js";
import { isSensitive } from "../../schema/analysis/sensitive.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import { walkSchemas } from "../../schema/registry/walk-schemas.js";
import type { Schemas } from "../../schema/validation/schemas.js";
import { createSchemaReach, hasDriftKeyword, hasOpenNames, type SchemaReach } from "./compilability.js";
import { compileScalars, isUnescapedAscii } from "./compile-scalars.js";
import {
  ANY_VALUE_SCHEMA,
  type CompiledSchema,
  createCompiledSchema,
  getOnlySchema,
  JSON_KIND,
  MAX_PROPERTIES,
} from "./compiled-schema.js";
import { isSupportedKeyword } from "./supported-keywords.js";
import { areMutuallyExclusive, findUnion } from "./union-branches.js";

/** Compiles the schema at a pointer for one direction; undefined if it cannot be compiled. */
export type SchemaCompiler = (pointer: Pointer, direction: MessageDirection) => CompiledSchema | undefined;

/** Thrown for schemas that cannot be compiled. */
class NotCompilableError extends Error {}

/**
 * Compiles schemas for the reader. Visits everything that a schema reaches, and compiles unsupported schemas for regular
 * validation, so that an invalid schema is found no later than by validating.
 */
export function createSchemaCompiler(schemas: Schemas): SchemaCompiler {
  const mergedSchemas = createMergedSchemaCache(schemas.root);
  const caches = {
    request: new Map<MergedSchema, CompiledSchema>(),
    response: new Map<MergedSchema, CompiledSchema>(),
  };
  const reach = createSchemaReach(schemas.root);
  const driftByName = new Map<MessageDirection, boolean>();
  const createDriftTest = (direction: MessageDirection) => (): boolean => {
    const hasDrift =
      driftByName.get(direction) ?? hasDriftKeyword(valueAt(schemas.root, "/components/schemas"), direction);
    driftByName.set(direction, hasDrift);
    return hasDrift;
  };
  return (pointer, direction) => {
    const cache = caches[direction];
    const before = cache.size;
    const checked = new Set<Pointer>();
    const hasDriftByName = createDriftTest(direction);
    const compilation = { schemas, mergedSchemas, reach, direction, cache, checked, hasDriftByName };
    try {
      return compileMergedSchema(compilation, mergedSchemas.at([pointer]));
    } catch (error) {
      // A compilation that fails leaves no incomplete schemas in the cache.
      for (const merged of [...cache.keys()].slice(before)) cache.delete(merged);
      if (error instanceof NotCompilableError) return undefined;
      throw error;
    }
  };
}

type Compilation = {
  readonly schemas: Schemas;
  readonly mergedSchemas: MergedSchemaCache;
  readonly reach: SchemaReach;
  readonly direction: MessageDirection;
  readonly cache: Map<MergedSchema, CompiledSchema>;
  /** Schemas that have passed `assertCompilable`, with all that always apply with them. */
  readonly checked: Set<Pointer>;
  /** Whether a schema that a discriminator may name can cause drift in data that is declared otherwise. */
  readonly hasDriftByName: () => boolean;
};

function compileMergedSchema(compilation: Compilation, merged: MergedSchema): CompiledSchema {
  const cached = compilation.cache.get(merged);
  if (cached !== undefined) return cached;
  for (const pointer of merged.pointers) assertCompilable(compilation, pointer, []);
  const compiled =
    merged.applicableSchemas.length === 0
      ? ANY_VALUE_SCHEMA
      : createCompiledSchema(merged.pointers, compilation.direction, chooseMode(compilation, merged));
  compilation.cache.set(merged, compiled);
  if (compiled !== ANY_VALUE_SCHEMA)
    compiled.isSensitive = merged.pointers.some((it) => isSensitive(compilation.schemas, it, ""));
  if (compiled.mode === "compiled") {
    // The violation of a list of constants is reported as that of an enum, which one scalar does not show.
    compiled.hasRepeatedSchema =
      hasRepeatedSchema(merged) || merged.applicableSchemas.some(({ schema }) => schema.oneOf !== undefined);
    compileScalars(compiled, merged);
    compileObject(compilation, compiled, merged);
    compileArray(compilation, compiled, merged);
  } else if (compiled.mode === "union") {
    compiled.branches = (findUnion(merged)?.branches ?? []).map((branch) =>
      compileMergedSchema(compilation, compilation.mergedSchemas.at([branch])),
    );
  } else if (compiled.mode === "fallback") {
    const pointer = getOnlySchema(compiled);
    if (pointer === undefined) throw new NotCompilableError();
    if (!compilation.reach.isCompilable(pointer)) compilation.schemas.isValid(pointer, compilation.direction, null);
  }
  return compiled;
}

/** Whether a schema that always applies is reached in two ways. */
function hasRepeatedSchema({ pointers, applicableSchemas }: MergedSchema): boolean {
  const reached = [...pointers, ...applicableSchemas.flatMap(({ always }) => always)];
  return new Set(reached).size < reached.length;
}

function chooseMode(
  { reach, mergedSchemas, hasDriftByName }: Compilation,
  merged: MergedSchema,
): CompiledSchema["mode"] {
  const union = findUnion(merged);
  const branches = union?.branches ?? [];
  const hasDiscriminator = [merged, ...branches.map((it) => mergedSchemas.at([it]))].some(
    ({ discriminators }) => discriminators.length > 0,
  );
  if (hasDiscriminator && hasDriftByName()) return "fallback";
  if (isSupported(merged)) return "compiled";
  if (branches.length === 0 || !branches.every(reach.isCompilable)) return "fallback";
  if (areMutuallyExclusive(mergedSchemas, branches)) return "union";
  // A value that matches several branches of an `anyOf` is valid. Of a `oneOf`, it is not.
  return union?.keyword === "anyOf" && !branches.some(reach.reachesDriftKeyword) ? "union" : "fallback";
}

/**
 * Requires each schema that always applies to be a schema, not to refer back to itself, and to be in the default dialect.
 *
 * @throws {NotCompilableError}
 */
function assertCompilable(compilation: Compilation, pointer: Pointer, above: readonly Pointer[]): void {
  if (compilation.checked.has(pointer)) return;
  let value: Json | undefined = compilation.schemas.root;
  if (isObject(value) && value.jsonSchemaDialect !== undefined) throw new NotCompilableError();
  for (const token of parsePointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    if (isObject(value) && (value.$schema !== undefined || value.$id !== undefined)) throw new NotCompilableError();
  }
  if (value === true) return;
  if (!isObject(value) || above.includes(pointer)) throw new NotCompilableError();
  for (const next of compilation.mergedSchemas.at([pointer]).applicableSchemas[0]?.always ?? [])
    assertCompilable(compilation, next, [...above, pointer]);
  compilation.checked.add(pointer);
}

function isSupported({ applicableSchemas }: MergedSchema): boolean {
  return applicableSchemas.every(hasSupportedKeywords) && hasSupportedNames(applicableSchemas);
}

function hasSupportedKeywords({ schema }: ApplicableSchema): boolean {
  return Object.keys(schema).every((keyword) => isSupportedKeyword(keyword, schema[keyword]));
}

function hasSupportedNames(applicable: readonly ApplicableSchema[]): boolean {
  const names = listDeclaredNames(applicable);
  const chosen = applicable.flatMap(({ schema }) => asArray(schema.anyOf)).flatMap(getRequiredNames);
  const required = [...listRequired(applicable), ...chosen];
  return (
    names.length <= MAX_PROPERTIES &&
    names.every((name) => name !== "__proto__" && isUnescapedAscii(name)) &&
    required.every((name) => names.includes(name))
  );
}

function listDeclaredNames(applicable: readonly ApplicableSchema[]): string[] {
  return [
    ...new Set(applicable.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}))),
  ];
}

function compileObject(compilation: Compilation, compiled: CompiledSchema, merged: MergedSchema): void {
  const { applicableSchemas } = merged;
  const keys: string[] = [];
  const values: CompiledSchema[] = [];
  for (const name of listDeclaredNames(applicableSchemas)) {
    const child = compilation.mergedSchemas.child(merged, name);
    if (child === null) continue;
    const value = compileMergedSchema(compilation, child);
    // Leave forbidden and excluded names to regular validation.
    if (canBeExcluded(compilation, child) || applicableSchemas.some((it) => isForbiddenName(it, name))) continue;
    keys.push(name);
    values.push(value);
  }
  for (const { pointer, schema } of applicableSchemas) {
    if (!isObject(schema.additionalProperties)) continue;
    compileMergedSchema(compilation, compilation.mergedSchemas.at([joinPointer(pointer, "additionalProperties")]));
  }
  compiled.isOpen = (compiled.kinds & JSON_KIND.object) !== 0 && hasOpenNames(merged);
  compiled.keys = keys;
  compiled.keySchemas = values;
  compiled.required = toBits(keys, listRequired(applicableSchemas));
  compiled.requiredAlternatives = applicableSchemas.flatMap(({ schema }) =>
    schema.anyOf === undefined ? [] : [asArray(schema.anyOf).map((branch) => toBits(keys, getRequiredNames(branch)))],
  );
}

/** Whether messages of this direction exclude a property by its schema, or by a branch that its value may match. */
function canBeExcluded({ direction, schemas: { root } }: Compilation, child: MergedSchema): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  if (child[flag] !== undefined || child.choices.length === 0) return child[flag] !== undefined;
  return [...walkSchemas(root, child.pointers, isInPlace)].some(({ schema }) => schema[flag] === true);
}

/** Converts names to bits. A name without a key never occurs, so all of them share the last bit. */
function toBits(keys: readonly string[], names: readonly string[]): bigint {
  let bits = 0n;
  for (const name of names) {
    const index = keys.indexOf(name);
    bits |= 1n << BigInt(index < 0 ? MAX_PROPERTIES : index);
  }
  return bits;
}

function listRequired(applicable: readonly ApplicableSchema[]): string[] {
  return applicable.flatMap(({ schema }) => getRequiredNames(schema));
}

function getRequiredNames(schema: Json): string[] {
  return isObject(schema) ? asArray(schema.required).map(String) : [];
}

function isForbiddenName({ schema }: ApplicableSchema, name: string): boolean {
  return (
    schema.additionalProperties === false && !(isObject(schema.properties) && Object.hasOwn(schema.properties, name))
  );
}

function compileArray(compilation: Compilation, compiled: CompiledSchema, merged: MergedSchema): void {
  for (const { schema } of merged.applicableSchemas) {
    compiled.minItems = Math.max(compiled.minItems, Number(schema.minItems ?? 0));
    compiled.maxItems = Math.min(compiled.maxItems, Number(schema.maxItems ?? Number.POSITIVE_INFINITY));
  }
  const item = compilation.mergedSchemas.item(merged, 0);
  compiled.items = item === null ? undefined : compileMergedSchema(compilation, item);
}
