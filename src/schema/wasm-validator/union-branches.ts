import { asArray, asString, type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { MergedSchema, MergedSchemaCache } from "../analysis/merged-schema.js";
import { compileBoundedPattern } from "../pattern/bounded-pattern.js";
import { isAnnotationKeyword } from "./supported-keywords.js";

/** The branches of an `anyOf` that is the only constraint; empty if there is none. */
export function listUnionBranches({ applicableSchemas, extensible }: MergedSchema): Pointer[] {
  const unions = applicableSchemas.flatMap(({ pointer, schema }) =>
    schema.anyOf === undefined ? [] : [{ pointer, schema }],
  );
  const [union] = unions;
  const isOnlyConstraint = applicableSchemas.every(({ schema }) =>
    Object.keys(schema).every((keyword) => keyword === "anyOf" || keyword === "$ref" || isAnnotationKeyword(keyword)),
  );
  if (union === undefined || unions.length > 1 || !isOnlyConstraint || extensible !== undefined) return [];
  return asArray(union.schema.anyOf).map((_, index) => joinPointer(union.pointer, "anyOf", index));
}

/**
 * Whether no value matches two branches, because both require a property for which they list different values. Otherwise
 * drift detection compares a value with all branches that it matches.
 */
export function areMutuallyExclusive(cache: MergedSchemaCache, branches: readonly Pointer[]): boolean {
  const tags = branches.map((branch) => collectTags(cache, cache.at([branch])));
  return tags.every((one, index) => tags.slice(index + 1).every((other) => haveDifferentTags(one, other)));
}

type Tag = { readonly values: readonly Json[] | undefined; readonly patterns: readonly string[] };

/** The constraints of each required property, for a branch that only objects match. */
function collectTags(cache: MergedSchemaCache, merged: MergedSchema): ReadonlyMap<string, Tag> {
  if (!merged.applicableSchemas.some(({ schema }) => schema.type === "object")) return new Map();
  const required = merged.applicableSchemas.flatMap(({ schema }) => asArray(schema.required).map(String));
  return new Map(
    required.map((name) => {
      const schemas = cache.child(merged, name)?.applicableSchemas.map(({ schema }) => schema) ?? [];
      const [values] = schemas.flatMap((schema) => listAllowedValues(schema.const, schema.enum));
      return [name, { values, patterns: schemas.flatMap(({ pattern }) => asString(pattern) ?? []) }];
    }),
  );
}

function listAllowedValues(constant: Json | undefined, values: Json | undefined): (readonly Json[])[] {
  if (constant !== undefined) return [[constant]];
  return Array.isArray(values) ? [values] : [];
}

function haveDifferentTags(one: ReadonlyMap<string, Tag>, other: ReadonlyMap<string, Tag>): boolean {
  return [...one].some(([name, tag]) => {
    const otherTag = other.get(name);
    return otherTag !== undefined && (isDisjoint(tag, otherTag) || isDisjoint(otherTag, tag));
  });
}

/** Whether no value that one tag lists matches the other; decided only for strings. */
function isDisjoint({ values }: Tag, other: Tag): boolean {
  return (
    values?.every(
      (value) =>
        typeof value === "string" &&
        (other.values?.includes(value) === false ||
          other.patterns.some((pattern) => !compileBoundedPattern(pattern, "u").test(value))),
    ) ?? false
  );
}
