import {
  asArray,
  asObject,
  getTitleName,
  type Json,
  joinPointer,
  memoize,
  memoizeByObject,
  type Pointer,
} from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { matchItems } from "../match-items.js";
import type { SchemaEquality } from "./schemas/schema-equality.js";
import { createSchemaSet, getConstraints } from "./schemas/schema-set.js";
import {
  getLocationKey,
  getRefText,
  getSchemaKey,
  resolveRef,
  type SchemaRef,
  type VersionedDocument,
} from "./schemas/versioned-document.js";

const UNION_KEYWORDS = ["oneOf", "anyOf"] as const;

/** More nested unions than any spec has. */
const MAX_NESTING = 8;

/** The branches of a union, with those of the unions among them in their place; the schema itself if it is no union. */
function listBranches(ref: SchemaRef, depth = 0): readonly SchemaRef[] {
  const { spec } = ref;
  const keyword = depth > MAX_NESTING ? undefined : findUnionKeyword(ref);
  if (keyword === undefined) return [ref];
  return asArray(spec.at(keyword)).flatMap((_, index) =>
    listBranches({ spec, pointer: joinPointer(keyword, index) }, depth + 1),
  );
}

/** The only union that applies to the values of a schema. */
export function findUnionKeyword(ref: SchemaRef): Pointer | undefined {
  const { applicableSchemas } = ref.spec.schemas.model.at([resolveRef(ref).pointer]);
  const [keyword, ...others] = applicableSchemas.flatMap(({ schema, pointer }) =>
    UNION_KEYWORDS.flatMap((name) => (Array.isArray(schema[name]) ? [joinPointer(pointer, name)] : [])),
  );
  return others.length > 0 ? undefined : keyword;
}

/** Finds which branches of a union have no partner among those of a schema of the other spec. */
export type BranchMatcher = (branches: readonly SchemaRef[], right: SchemaRef) => ReadonlySet<SchemaRef>;

/**
 * Creates a matcher that finds for each branch the one that a reader takes for the same: with the same name, tag or title, or
 * else the most similar one. Branches of a nested union are matched together with those around it.
 */
export function createBranchMatcher(same: SchemaEquality): BranchMatcher {
  const known = new Map<number, Map<number, boolean>>();
  return (branches, right) => {
    const matched = known.get(getSchemaKey(right)) ?? new Map<number, boolean>();
    known.set(getSchemaKey(right), matched);
    const leaves = branches.map((branch) => listBranches(branch));
    const open = leaves.flat().filter((leaf) => !matched.has(getLocationKey(leaf)));
    const matches = matchBranches(open, listBranches(right), same);
    // A schema that is no union, and like no branch, says something else than which branches there are.
    const isOther = matches.size === 0 && findUnionKeyword(right) === undefined;
    for (const leaf of open) matched.set(getLocationKey(leaf), isOther || matches.has(leaf));
    const isMatched = (leaf: SchemaRef): boolean => matched.get(getLocationKey(leaf)) === true;
    return new Set(branches.filter((_, index) => leaves[index]?.some(isMatched) === false));
  };
}

/** Finds for each branch the one of the other spec that stands for the same. */
export function matchBranches(
  left: readonly SchemaRef[],
  right: readonly SchemaRef[],
  same: SchemaEquality,
): ReadonlyMap<SchemaRef, SchemaRef> {
  const tests = [hasSameName, hasSameTag, hasSameTitle, same, isSimilar];
  // If as many are left on both sides, they are the same ones, changed.
  const [matches] = matchItems(left, right, left.length === right.length ? [...tests, isNotOther] : tests);
  return matches;
}

function hasSameName(one: SchemaRef, other: SchemaRef): boolean {
  const name = getComponentName(one);
  return name !== undefined && name === getComponentName(other);
}

function hasSameTag(one: SchemaRef, other: SchemaRef): boolean {
  return compareTags(one, other) === "same";
}

function hasSameTitle(one: SchemaRef, other: SchemaRef): boolean {
  const title = getTitle(one);
  return title !== undefined && title === getTitle(other) && isNotOther(one, other);
}

/** Whether both are objects with mostly the same properties, or other values of the same type. */
function isSimilar(one: SchemaRef, other: SchemaRef): boolean {
  if (compareTags(one, other) === "other") return false;
  const [types, others] = [one, other].map((it) =>
    getTypes(it)?.filter((type, _, all) => type !== "null" || all.length === 1),
  );
  if (types === undefined || types.join() !== others?.join()) return false;
  if (!types.includes("object")) return true;
  const names = new Set(getNames(one));
  const shared = getNames(other).filter((name) => names.has(name)).length;
  return shared * 3 >= names.size + getNames(other).length;
}

/** Whether nothing says that two branches stand for different things. */
function isNotOther(one: SchemaRef, other: SchemaRef): boolean {
  const [name, second] = [getComponentName(one), getComponentName(other)];
  if (name !== undefined && second !== undefined && name !== second) return false;
  const [names, others] = [getNames(one), getNames(other)];
  const isApart = names.length > 0 && others.length > 0 && !names.some((it) => others.includes(it));
  return !isApart && compareTags(one, other) !== "other";
}

function compareTags(one: SchemaRef, other: SchemaRef): "same" | "other" | undefined {
  const others = getTags(other);
  const shared = [...getTags(one)].filter(([name]) => others.has(name));
  if (shared.length === 0) return undefined;
  return shared.every(([name, value]) => isEqual(value, others.get(name) ?? null)) ? "same" : "other";
}

/** How a person names a branch: by its component, title, tag or type; undefined if it has none of them. */
export function getBranchName(ref: SchemaRef): string | undefined {
  const [value] = isOneValue(ref) ? listValues(ref) : getTags(ref).values();
  const name = getComponentName(ref) ?? getTitle(ref) ?? (value === undefined ? undefined : serializeExactJson(value));
  return name ?? getTypes(ref)?.join(" or ");
}

/** Whether a branch stands for one scalar, as an entry of an enum does. */
export function isOneValue(ref: SchemaRef): boolean {
  const [value, ...others] = listValues(ref);
  return value !== undefined && others.length === 0 && typeof value !== "object";
}

function listValues(ref: SchemaRef): readonly unknown[] {
  return getConstraints(createSchemaSet(ref)).keywords.enumValues ?? [];
}

function getComponentName(ref: SchemaRef): string | undefined {
  const text = String(getRefText(ref) ?? ref.pointer);
  return /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(text)?.[1];
}

function getTitle(ref: SchemaRef): string | undefined {
  const { spec, pointer } = resolveRef(ref);
  return getTitleName(asObject(spec.at(pointer)));
}

export function getTypes(ref: SchemaRef): readonly string[] | undefined {
  return getConstraints(createSchemaSet(ref)).keywords.types?.toSorted();
}

function getNames({ spec, pointer }: SchemaRef): readonly string[] {
  return spec.declaredNames(pointer);
}

/** The properties that have one value only, by name. A discriminator is one. */
function getTags(ref: SchemaRef): ReadonlyMap<string, Json> {
  return getKnownTags(ref.spec)(ref.pointer);
}

const getKnownTags = memoizeByObject((spec: VersionedDocument) =>
  memoize((pointer: Pointer) => {
    const { applicableSchemas } = spec.schemas.model.at([pointer]);
    const properties = applicableSchemas.flatMap(({ schema }) => Object.entries(asObject(schema.properties) ?? {}));
    return new Map(
      properties.flatMap(([name, property]): [string, Json][] => {
        const { const: only, enum: listed = [] } = asObject(property) ?? {};
        const [value, ...others] = only === undefined ? asArray(listed) : [only];
        return value === undefined || others.length > 0 ? [] : [[name, value]];
      }),
    );
  }),
);
