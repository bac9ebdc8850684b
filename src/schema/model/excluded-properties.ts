import { isApplied } from "../../document/applicators.js";
import { type JsonObject, joinPointer, type Pointer, parsePointer, valueAt } from "../../document/index.js";
import { getObjectField, type ObjectKind } from "../../document/structure.js";
import type { MessageDirection } from "../message-direction.js";
import type { SchemaRegistry } from "../registry/schema-registry.js";
import { walkSchemas } from "../registry/walk-schemas.js";
import type { Choice } from "./applicable-schema.js";
import { createSchemaModel, type SchemaModel } from "./schema-model.js";

export type PropertyNames = ReadonlySet<string>;

export const NO_PROPERTY_NAMES: PropertyNames = new Set();

/**
 * The properties that messages in one direction exclude, and that `required` therefore does not enforce. A property is
 * excluded if any of the schemas that together describe its object marks it as `readOnly` (or `writeOnly`).
 */
export type ExcludedProperties = {
  /** The properties that the schema at a pointer and the schemas that always apply with it exclude. */
  readonly ofSchema: (pointer: Pointer) => PropertyNames;
  /** The same, including the enclosing schemas that describe the same value. */
  readonly withEnclosing: (pointer: Pointer) => PropertyNames;
};

export function createExcludedProperties(
  { root, traits }: SchemaRegistry,
  direction: MessageDirection,
  model: SchemaModel = createSchemaModel(root),
): ExcludedProperties {
  if (!traits.has("one-sided properties"))
    return { ofSchema: () => NO_PROPERTY_NAMES, withEnclosing: () => NO_PROPERTY_NAMES };
  const cache = new Map<Pointer, PropertyNames>();
  const ofSchema = (pointer: Pointer): PropertyNames => {
    const cached = cache.get(pointer);
    if (cached !== undefined) return cached;
    // A schema that is a branch of itself excludes nothing more.
    cache.set(pointer, NO_PROPERTY_NAMES);
    const merged = model.at([pointer]);
    const flagged = merged.constraints.propertyNames.filter((name) => model.excludes(merged, name, direction));
    const names = mergeNames([flagged, ...merged.choices.map(intersectBranches)]);
    cache.set(pointer, names);
    return names;
  };
  /** The properties that every branch excludes, ignoring branches that cannot describe an object. */
  const intersectBranches = (choice: Choice): string[] => {
    const branches = choice.kind === "branches" ? choice.branches : [];
    const [first, ...others] = branches.filter((it) => canDescribeObject(model.read(it)?.schema)).map(ofSchema);
    return [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  };
  return {
    ofSchema,
    withEnclosing: (pointer) => mergeNames([pointer, ...listEnclosingSchemas(root, pointer)].map(ofSchema)),
  };
}

export function mergeNames(sets: readonly Iterable<string>[]): PropertyNames {
  if (sets.every((it) => it === NO_PROPERTY_NAMES)) return NO_PROPERTY_NAMES;
  const names = new Set<string>();
  for (const set of sets) for (const name of set) names.add(name);
  return names.size === 0 ? NO_PROPERTY_NAMES : names;
}

function canDescribeObject(schema: JsonObject | undefined): boolean {
  return schema !== undefined && (schema.type === undefined || [schema.type].flat().includes("object"));
}

/** Keywords whose schemas are validated together with the schema that holds them. `not` and `if` are not. */
const SAME_VALUE_KEYWORDS = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

/** Lists the enclosing schemas that describe the same value as the schema at a pointer, outermost first. */
export function listEnclosingSchemas(root: JsonObject, pointer: Pointer): Pointer[] {
  const found: Pointer[] = [];
  let kind: ObjectKind = "openapi";
  let at: Pointer = "";
  const tokens = parsePointer(pointer);
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] ?? "";
    const field = getObjectField(kind, token);
    if (field === undefined) return found;
    const value = valueAt(root, joinPointer(at, token));
    const steps = field.holds === "map" || Array.isArray(value) ? 2 : 1;
    if (kind === "schema" && SAME_VALUE_KEYWORDS.has(token)) found.push(at);
    else found.length = 0;
    at = joinPointer(at, ...tokens.slice(index, index + steps));
    index += steps;
    kind = field.kind;
  }
  return found;
}

/**
 * Creates a test of whether the schema at a pointer differs for requests and responses. It does if it or an enclosing
 * schema of the same value reaches `readOnly` or `writeOnly`. Otherwise one compiled schema serves both directions.
 */
export function createDirectionTest({ root, traits }: SchemaRegistry): (pointer: Pointer) => boolean {
  if (!traits.has("one-sided properties")) return () => false;
  const symmetric = new Set<Pointer>();
  return (start) => {
    const reached: Pointer[] = [];
    const from = [listEnclosingSchemas(root, start)[0] ?? start];
    for (const { pointer, schema } of walkSchemas(root, from, isApplied, (it) => symmetric.has(it))) {
      if (hasDirectionKeyword(schema)) return true;
      reached.push(pointer);
    }
    for (const pointer of reached) symmetric.add(pointer);
    return false;
  };
}

/** Includes dynamic references, because their targets are known only during validation. */
function hasDirectionKeyword(schema: JsonObject): boolean {
  return schema.readOnly === true || schema.writeOnly === true || schema.$dynamicRef !== undefined;
}
