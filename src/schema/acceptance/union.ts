import { asArray, asString, type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { Node, Nodes } from "../node.js";
import { boundedPattern } from "../pattern/bounded-pattern.js";
import { isAnnotation } from "./planned-words.js";

/** The branches of an `anyOf` beside which nothing is asked; none where there is no such thing. */
export function unionOf({ shapes, extensible }: Node): Pointer[] {
  const unions = shapes.flatMap(({ pointer, schema }) => (schema.anyOf === undefined ? [] : [{ pointer, schema }]));
  const [union] = unions;
  const isAlone = shapes.every(({ schema }) =>
    Object.keys(schema).every((word) => word === "anyOf" || word === "$ref" || isAnnotation(word)),
  );
  if (union === undefined || unions.length > 1 || !isAlone || extensible !== undefined) return [];
  return asArray(union.schema.anyOf).map((_, index) => joinPointer(union.pointer, "anyOf", index));
}

/**
 * Whether no value fits two of the branches, because both require a name of which they list different values. Otherwise
 * drift holds a value against all that it fits at once.
 */
export function areExclusive(nodes: Nodes, branches: readonly Pointer[]): boolean {
  const tags = branches.map((branch) => tagsOf(nodes, nodes.at([branch])));
  return tags.every((one, index) => tags.slice(index + 1).every((other) => differ(one, other)));
}

type Tag = { readonly values: readonly Json[] | undefined; readonly patterns: readonly string[] };

/** What is asked of each name that is required; only objects fit a branch that has any. */
function tagsOf(nodes: Nodes, node: Node): ReadonlyMap<string, Tag> {
  if (!node.shapes.some(({ schema }) => schema.type === "object")) return new Map();
  const required = node.shapes.flatMap(({ schema }) => asArray(schema.required).map(String));
  return new Map(
    required.map((name) => {
      const schemas = nodes.child(node, name)?.shapes.map(({ schema }) => schema) ?? [];
      const [values] = schemas.flatMap((schema) => listOf(schema.const, schema.enum));
      return [name, { values, patterns: schemas.flatMap(({ pattern }) => asString(pattern) ?? []) }];
    }),
  );
}

function listOf(constant: Json | undefined, values: Json | undefined): (readonly Json[])[] {
  if (constant !== undefined) return [[constant]];
  return Array.isArray(values) ? [values] : [];
}

function differ(one: ReadonlyMap<string, Tag>, other: ReadonlyMap<string, Tag>): boolean {
  return [...one].some(([name, tag]) => {
    const against = other.get(name);
    return against !== undefined && (isNoneOf(tag, against) || isNoneOf(against, tag));
  });
}

/** Whether none of the values that the one lists fits the other. Only of texts this is told. */
function isNoneOf({ values }: Tag, other: Tag): boolean {
  return (
    values?.every(
      (value) =>
        typeof value === "string" &&
        (other.values?.includes(value) === false ||
          other.patterns.some((pattern) => !boundedPattern(pattern, "u").test(value))),
    ) ?? false
  );
}
