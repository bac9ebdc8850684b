import { asArray, asString, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import type { MergedSchema, MergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { compileBoundedPattern } from "../../schema/pattern/bounded-pattern.js";
import { NULL_ALLOWED } from "../../schema/registry/normalize-schema.js";
import { isAnnotationKeyword, listConstants } from "./supported-keywords.js";

/** The branches of a `oneOf` or `anyOf` that is the only constraint. */
export type Union = { readonly keyword: "oneOf" | "anyOf"; readonly branches: readonly Pointer[] };

export function findUnion({ applicableSchemas, extensible }: MergedSchema): Union | undefined {
  const unions = applicableSchemas.flatMap(({ pointer, schema }) =>
    (["oneOf", "anyOf"] as const).flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [{ pointer, keyword, branches: asArray(schema[keyword]) }],
    ),
  );
  const [union] = unions;
  const isOnlyConstraint = applicableSchemas.every(({ schema }) =>
    Object.keys(schema).every((keyword) => /^(anyOf|oneOf|\$ref)$/.test(keyword) || isAnnotationKeyword(keyword)),
  );
  if (union === undefined || unions.length > 1 || !isOnlyConstraint || extensible !== undefined) return undefined;
  const { pointer, keyword, branches } = union;
  return { keyword, branches: branches.map((_, index) => joinPointer(pointer, keyword, index)) };
}

/**
 * Whether no value matches two branches, because they allow different types, or require a property for which they list
 * different values. Otherwise drift detection compares a value with all branches that it matches.
 */
export function areMutuallyExclusive(cache: MergedSchemaCache, pointers: readonly Pointer[]): boolean {
  const branches = pointers.map((pointer) => {
    const merged = cache.at([pointer]);
    return { types: findTypes(merged), tags: collectTags(cache, merged) };
  });
  return branches.every((one, index) =>
    branches
      .slice(index + 1)
      .every((other) => haveDifferentTypes(one.types, other.types) || haveDifferentTags(one.tags, other.tags)),
  );
}

type Types = ReadonlySet<string> | undefined;

/** The types of the first schema that limits them; undefined if any type may be allowed. */
function findTypes({ applicableSchemas }: MergedSchema): Types {
  if (applicableSchemas.some(({ schema }) => schema[NULL_ALLOWED] !== undefined)) return undefined;
  const typed = applicableSchemas.find(({ schema }) => schema.type !== undefined);
  return typed && new Set([typed.schema.type].flat().map((type) => (type === "integer" ? "number" : String(type))));
}

function haveDifferentTypes(one: Types, other: Types): boolean {
  return one !== undefined && other !== undefined && ![...one].some((type) => other.has(type));
}

type Tag = { readonly values: readonly Json[] | undefined; readonly patterns: readonly string[] };

/** The constraints of each required property, for a branch that only objects match. */
function collectTags(cache: MergedSchemaCache, merged: MergedSchema): ReadonlyMap<string, Tag> {
  if (!merged.applicableSchemas.some(({ schema }) => schema.type === "object")) return new Map();
  const required = merged.applicableSchemas.flatMap(({ schema }) => asArray(schema.required).map(String));
  return new Map(
    required.map((name) => {
      const schemas = cache.child(merged, name)?.applicableSchemas.map(({ schema }) => schema) ?? [];
      const [values] = schemas.flatMap(listAllowedValues);
      return [name, { values, patterns: schemas.flatMap(({ pattern }) => asString(pattern) ?? []) }];
    }),
  );
}

function listAllowedValues({ const: constant, enum: values, oneOf }: JsonObject): (readonly Json[])[] {
  if (constant !== undefined) return [[constant]];
  const listed = Array.isArray(values) ? values : listConstants(oneOf);
  return listed === undefined ? [] : [listed];
}

function haveDifferentTags(one: ReadonlyMap<string, Tag>, other: ReadonlyMap<string, Tag>): boolean {
  return [...one].some(([name, tag]) => {
    const otherTag = other.get(name);
    return otherTag !== undefined && (isDisjoint(tag, otherTag) || isDisjoint(otherTag, tag));
  });
}

/** Whether no value that one tag lists matches the other; decided only for strings and integers. */
function isDisjoint({ values }: Tag, other: Tag): boolean {
  return (
    values?.every(
      (value) =>
        (typeof value === "string" || Number.isSafeInteger(value)) &&
        (other.values?.includes(value) === false ||
          other.patterns.some(
            (pattern) => typeof value === "string" && !compileBoundedPattern(pattern, "u").test(value),
          )),
    ) ?? false
  );
}
