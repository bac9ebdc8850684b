import { getApplicator } from "../../../document/applicators.js";
import { isObject, type Json, type JsonObject, memoizeByObject } from "../../../document/index.js";
import { isEqual } from "../../../document/values/exact-number.js";
import { getReferenceTarget, NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
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
export function createSchemaEquality(comparedAnnotations: ReadonlySet<string> = NO_ANNOTATIONS): SchemaEquality {
  const known = new Map<number, boolean>();
  const significant = createKeywordLists(comparedAnnotations);
  // Pairs visited on the way are equal if this pair is; otherwise they stay undecided.
  const pending = new Set<number>();
  return (first, second) => {
    // Equality is symmetric, so that both directions share the results.
    const isReversed = first.spec.name === "new" && second.spec.name === "old";
    const left = isReversed ? second : first;
    const right = isReversed ? first : second;
    const key = getPairKey(left, right);
    const decided = known.get(key);
    if (decided !== undefined) return decided;
    pending.clear();
    const isSameSchema = compareSchemaValues(
      { left: left.spec, right: right.spec, pending, known, significant },
      getSchema(resolveRef(left)),
      getSchema(resolveRef(right)),
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
  /** The keywords of a schema that count. */
  readonly significant: (schema: JsonObject) => readonly string[];
};

function getSchema({ spec, pointer }: SchemaRef): Json | undefined {
  return spec.at(pointer);
}

function compareSchemaValues(comparison: EqualityState, left: Json | undefined, right: Json | undefined): boolean {
  if (!isObject(left) || !isObject(right)) return left !== undefined && isEqual(left, right);
  const one = comparison.significant(left);
  if (one.length !== comparison.significant(right).length) return false;
  return one.every((keyword) => {
    if (!Object.hasOwn(right, keyword)) return false;
    if (keyword === "$ref") return compareTargets(comparison, left, right);
    // The target of a dynamic reference depends on the referring schema.
    if (keyword === "$dynamicRef") return isEqual(comparison.left.root, comparison.right.root);
    return compareKeyword(comparison, keyword, [left[keyword] as Json, right[keyword] as Json]);
  });
}

function createKeywordLists(comparedAnnotations: ReadonlySet<string>): EqualityState["significant"] {
  return memoizeByObject((schema) => Object.keys(schema).filter((it) => isSignificant(it, comparedAnnotations)));
}

function isSignificant(keyword: string, comparedAnnotations: ReadonlySet<string>): boolean {
  if (comparedAnnotations.has(keyword)) return true;
  return !IGNORED_KEYWORDS.has(keyword) && (!keyword.startsWith("x-") || keyword === NULL_ALLOWED);
}

const NO_ANNOTATIONS: ReadonlySet<string> = new Set();

function compareTargets(comparison: EqualityState, left: JsonObject, right: JsonObject): boolean {
  const one = getReferenceTarget(left);
  const other = getReferenceTarget(right);
  if (one === undefined || other === undefined) return left.$ref === right.$ref;
  const from = { spec: comparison.left, pointer: one };
  const to = { spec: comparison.right, pointer: other };
  const key = getPairKey(from, to);
  if (comparison.pending.has(key)) return true;
  const decided = comparison.known.get(key);
  if (decided !== undefined) return decided;
  comparison.pending.add(key);
  return compareSchemaValues(comparison, getSchema(from), getSchema(to));
}

function compareKeyword(comparison: EqualityState, keyword: string, [left, right]: [Json, Json]): boolean {
  const applicator = getApplicator(keyword);
  if (applicator === undefined) return UNORDERED_KEYWORDS.has(keyword) ? isSameSet(left, right) : isEqual(left, right);
  if (Array.isArray(left) || Array.isArray(right) || applicator[0] === "map")
    return compareAll(comparison, left, right);
  return compareSchemaValues(comparison, left, right);
}

function compareAll(comparison: EqualityState, left: Json, right: Json): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => compareSchemaValues(comparison, getMember(left, name), getMember(right, name)))
  );
}

/** An own property of an object, or an item of an array. */
function getMember(holder: JsonObject | readonly Json[], name: string): Json | undefined {
  if (Array.isArray(holder)) return holder[Number(name)] as Json | undefined;
  return Object.hasOwn(holder, name) ? (holder as JsonObject)[name] : undefined;
}

function isSameSet(left: Json, right: Json): boolean {
  if (!Array.isArray(left) && !Array.isArray(right)) return isEqual(left, right);
  const one = [left].flat() as Json[];
  const other = [right].flat() as Json[];
  return one.length === other.length && one.every((item) => other.some((it) => isEqual(item, it)));
}
