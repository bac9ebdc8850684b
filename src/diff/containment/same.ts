import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { isSame } from "../../probe/same-value.js";
import { referenced } from "../../schema/hidden-names.js";
import { NULL_ALLOWED } from "../../schema/lower.js";
import { applicationOf, holdsOf } from "../../schema/subschemas.js";
import { pairKey, type Ref, resolved, type Sided } from "./sided.js";

/** Keywords that decide nothing, and those whose schemas count only where something refers to them. */
const SILENT = new Set([
  ...["title", "description", "example", "examples", "default", "deprecated", "$comment", "externalDocs", "xml"],
  ...["discriminator", "$defs", "definitions", "$id", "$anchor", "$dynamicAnchor", "contentSchema"],
  ...["contentEncoding", "contentMediaType"],
]);

/** Lists whose order says nothing. */
const UNORDERED = new Set(["required", "enum", "type"]);

export type Sameness = (left: Ref, right: Ref) => boolean;

/**
 * Whether two schemas say the same in the same words, through references. What is only annotation does not count. Pairs that
 * contain themselves are the same when nothing else differs. `marks` are annotations that do count.
 */
export function createSameness(marks: ReadonlySet<string> = new Set()): Sameness {
  const known = new Map<number, boolean>();
  return (one, other) => {
    const [left, right] = [resolved(one), resolved(other)];
    const key = pairKey(left, right);
    const decided = known.get(key);
    if (decided !== undefined) return decided;
    // Pairs that are met on the way are the same if this one is; if it is not, nothing is known about them.
    const met = new Set<number>();
    const isSameSchema = compare({ left: left.sided, right: right.sided, met, known, marks }, at(left), at(right));
    if (isSameSchema) for (const it of met) known.set(it, true);
    known.set(key, isSameSchema);
    return isSameSchema;
  };
}

type Comparison = {
  readonly left: Sided;
  readonly right: Sided;
  readonly met: Set<number>;
  readonly known: ReadonlyMap<number, boolean>;
  readonly marks: ReadonlySet<string>;
};

function at({ sided, pointer }: Ref): Json | undefined {
  return sided.at(pointer);
}

function compare(comparison: Comparison, left: Json | undefined, right: Json | undefined): boolean {
  if (!isObject(left) || !isObject(right)) return left !== undefined && isSame(left, right);
  const [one, other] = [speaking(left, comparison.marks), speaking(right, comparison.marks)];
  if (one.length !== other.length) return false;
  return one.every((keyword) => {
    if (!Object.hasOwn(right, keyword)) return false;
    if (keyword === "$ref") return compareTargets(comparison, left, right);
    // What a dynamic reference means depends on who refers to it.
    if (keyword === "$dynamicRef") return isSame(comparison.left.root, comparison.right.root);
    return compareKeyword(comparison, keyword, [left[keyword] as Json, right[keyword] as Json]);
  });
}

function speaking(schema: JsonObject, marks: ReadonlySet<string>): string[] {
  return Object.keys(schema).filter(
    (keyword) =>
      marks.has(keyword) || (!SILENT.has(keyword) && (!keyword.startsWith("x-") || keyword === NULL_ALLOWED)),
  );
}

function compareTargets(comparison: Comparison, left: JsonObject, right: JsonObject): boolean {
  const [one, other] = [referenced(left), referenced(right)];
  if (one === undefined || other === undefined) return left.$ref === right.$ref;
  const [from, to] = [
    { sided: comparison.left, pointer: one },
    { sided: comparison.right, pointer: other },
  ];
  const key = pairKey(from, to);
  if (comparison.met.has(key)) return true;
  const decided = comparison.known.get(key);
  if (decided !== undefined) return decided;
  comparison.met.add(key);
  return compare(comparison, at(from), at(to));
}

function compareKeyword(comparison: Comparison, keyword: string, [left, right]: [Json, Json]): boolean {
  if (applicationOf(keyword) === undefined)
    return UNORDERED.has(keyword) ? isSameSet(left, right) : isSame(left, right);
  if (Array.isArray(left) || Array.isArray(right) || holdsOf(keyword) === "map")
    return compareAll(comparison, left, right);
  return compare(comparison, left, right);
}

function compareAll(comparison: Comparison, left: Json, right: Json): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [one, other] = [Object.entries(left), new Map(Object.entries(right))];
  return one.length === other.size && one.every(([name, item]) => compare(comparison, item as Json, other.get(name)));
}

function isSameSet(left: Json, right: Json): boolean {
  const [one, other] = [[left].flat() as Json[], [right].flat() as Json[]];
  return one.length === other.length && one.every((item) => other.some((it) => isSame(item, it)));
}
