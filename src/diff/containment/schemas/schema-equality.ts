import { getApplicator } from "../../../document/applicators.js";
import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import { getReferenceTarget } from "../../../schema/registry/walk-schemas.js";
import { getPairKey, resolveRef, type SchemaRef, type VersionedDocument } from "./versioned-document.js";

/** Annotations, and keywords whose schemas count only if a reference leads to them. */
const IGNORED_KEYWORDS = new Set([
  ...["title", "description", "example", "examples", "default", "deprecated", "$comment", "externalDocs", "xml"],
  ...["discriminator", "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "contentSchema"],
  ...["contentEncoding", "contentMediaType"],
]);

/** Keywords whose arrays are unordered. */
const UNORDERED_KEYWORDS = new Set(["required", "enum", "type"]);

export type SchemaEquality = (left: SchemaRef, right: SchemaRef) => boolean;

/**
 * Creates a test whether two schemas have the same keywords, through references. Annotations do not count, except
 * `comparedAnnotations`. Recursive schemas are equal if nothing else differs.
 */
export function createSchemaEquality(comparedAnnotations: ReadonlySet<string> = new Set()): SchemaEquality {
  const known = new Map<number, boolean>();
  return (first, second) => {
    // Equality is symmetric, so that both directions share the results.
    const [one, other] = first.spec.name === "new" && second.spec.name === "old" ? [second, first] : [first, second];
    const [left, right] = [resolveRef(one), resolveRef(other)];
    const key = getPairKey(left, right);
    const decided = known.get(key);
    if (decided !== undefined) return decided;
    // Pairs visited on the way are equal if this pair is; otherwise they stay undecided.
    const pending = new Set<number>();
    const isSameSchema = compareSchemaValues(
      { left: left.spec, right: right.spec, pending, known, comparedAnnotations },
      getSchema(left),
      getSchema(right),
    );
    if (isSameSchema) for (const it of pending) known.set(it, true);
    known.set(key, isSameSchema);
    return isSameSchema;
  };
}

type EqualityState = {
  readonly left: VersionedDocument;
  readonly right: VersionedDocument;
  readonly pending: Set<number>;
  readonly known: ReadonlyMap<number, boolean>;
  readonly comparedAnnotations: ReadonlySet<string>;
};

function getSchema({ spec, pointer }: SchemaRef): Json | undefined {
  return spec.at(pointer);
}

function compareSchemaValues(comparison: EqualityState, left: Json | undefined, right: Json | undefined): boolean {
  if (!isObject(left) || !isObject(right)) return left !== undefined && isSameJson(left, right);
  const [one, other] = [
    listSignificantKeywords(left, comparison.comparedAnnotations),
    listSignificantKeywords(right, comparison.comparedAnnotations),
  ];
  if (one.length !== other.length) return false;
  return one.every((keyword) => {
    if (!Object.hasOwn(right, keyword)) return false;
    if (keyword === "$ref") return compareTargets(comparison, left, right);
    // The target of a dynamic reference depends on the referring schema.
    if (keyword === "$dynamicRef") return isSameJson(comparison.left.root, comparison.right.root);
    return compareKeyword(comparison, keyword, [left[keyword] as Json, right[keyword] as Json]);
  });
}

function listSignificantKeywords(schema: JsonObject, comparedAnnotations: ReadonlySet<string>): string[] {
  return Object.keys(schema).filter(
    (keyword) =>
      comparedAnnotations.has(keyword) ||
      (!IGNORED_KEYWORDS.has(keyword) && (!keyword.startsWith("x-") || keyword === NULL_ALLOWED)),
  );
}

function compareTargets(comparison: EqualityState, left: JsonObject, right: JsonObject): boolean {
  const [one, other] = [getReferenceTarget(left), getReferenceTarget(right)];
  if (one === undefined || other === undefined) return left.$ref === right.$ref;
  const [from, to] = [
    { spec: comparison.left, pointer: one },
    { spec: comparison.right, pointer: other },
  ];
  const key = getPairKey(from, to);
  if (comparison.pending.has(key)) return true;
  const decided = comparison.known.get(key);
  if (decided !== undefined) return decided;
  comparison.pending.add(key);
  return compareSchemaValues(comparison, getSchema(from), getSchema(to));
}

function compareKeyword(comparison: EqualityState, keyword: string, [left, right]: [Json, Json]): boolean {
  const applicator = getApplicator(keyword);
  if (applicator === undefined)
    return UNORDERED_KEYWORDS.has(keyword) ? isSameSet(left, right) : isSameJson(left, right);
  if (Array.isArray(left) || Array.isArray(right) || applicator[0] === "map")
    return compareAll(comparison, left, right);
  return compareSchemaValues(comparison, left, right);
}

function compareAll(comparison: EqualityState, left: Json, right: Json): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [one, other] = [Object.entries(left), new Map(Object.entries(right))];
  return (
    one.length === other.size &&
    one.every(([name, item]) => compareSchemaValues(comparison, item as Json, other.get(name)))
  );
}

function isSameSet(left: Json, right: Json): boolean {
  const [one, other] = [[left].flat() as Json[], [right].flat() as Json[]];
  return one.length === other.length && one.every((item) => other.some((it) => isSameJson(item, it)));
}
