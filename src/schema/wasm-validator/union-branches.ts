import { asArray, asString, type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { MergedSchema, MergedSchemaCache } from "../analysis/merged-schema.js";
import { compileBoundedPattern } from "../pattern/bounded-pattern.js";
import { isAnnotationKeyword } from "./supported-keywords.js";

/** The branches of an `anyOf` beside which nothing is asked; none where there is no such thing. */
export function listUnionBranches({ applicableSchemas, extensible }: MergedSchema): Pointer[] {
  const unions = applicableSchemas.flatMap(({ pointer, schema }) =>
    schema.anyOf === undefined ? [] : [{ pointer, schema }],
  );
  const [union] = unions;
  const isAlone = applicableSchemas.every(({ schema }) =>
    Object.keys(schema).every((word) => word === "anyOf" || word === "$ref" || isAnnotationKeyword(word)),
  );
  if (union === undefined || unions.length > 1 || !isAlone || extensible !== undefined) return [];
  return asArray(union.schema.anyOf).map((_, index) => joinPointer(union.pointer, "anyOf", index));
}

/**
 * Whether no value fits two of the branches, because both require a name of which they list different values. Otherwise
 * drift holds a value against all that it fits at once.
 */
export function areMutuallyExclusive(nodes: MergedSchemaCache, branches: readonly Pointer[]): boolean {
  const tags = branches.map((branch) => collectTags(nodes, nodes.at([branch])));
  return tags.every((one, index) => tags.slice(index + 1).every((other) => haveDifferentTags(one, other)));
}

type Tag = { readonly values: readonly Json[] | undefined; readonly patterns: readonly string[] };

/** What is asked of each name that is required; only objects fit a branch that has any. */
function collectTags(nodes: MergedSchemaCache, node: MergedSchema): ReadonlyMap<string, Tag> {
  if (!node.applicableSchemas.some(({ schema }) => schema.type === "object")) return new Map();
  const required = node.applicableSchemas.flatMap(({ schema }) => asArray(schema.required).map(String));
  return new Map(
    required.map((name) => {
      const schemas = nodes.child(node, name)?.applicableSchemas.map(({ schema }) => schema) ?? [];
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
    const against = other.get(name);
    return against !== undefined && (isDisjoint(tag, against) || isDisjoint(against, tag));
  });
}

/** Whether none of the values that the one lists fits the other. Only of texts this is told. */
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
