import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";
import { getObjectField, type ObjectKind } from "../../document/structure.js";
import type { MessageDirection } from "../message-direction.js";
import type { SchemaRegistry } from "./schema-registry.js";

export type PropertyNames = ReadonlySet<string>;

export const NO_PROPERTY_NAMES: PropertyNames = new Set();

/**
 * The properties that one side may not carry, for which `required` therefore does not ask: those that `readOnly` (or
 * `writeOnly`) marks, wherever the mark and the word `required` stand in what describes one value together.
 */
export type ExcludedProperties = {
  /** What the schema at a pointer hides whenever it applies, with all that applies whenever it does. */
  readonly ofSchema: (pointer: Pointer) => PropertyNames;
  /** The same with what the schemas around it, which see the same value, hide. */
  readonly withEnclosing: (pointer: Pointer) => PropertyNames;
};

export function createExcludedProperties({ root, traits }: SchemaRegistry, view: MessageDirection): ExcludedProperties {
  if (!traits.has("one-sided properties"))
    return { ofSchema: () => NO_PROPERTY_NAMES, withEnclosing: () => NO_PROPERTY_NAMES };
  const mark = view === "request" ? "readOnly" : "writeOnly";
  const known = new Map<Pointer, PropertyNames>();
  const ofSchema = (pointer: Pointer): PropertyNames => {
    const names = known.get(pointer);
    if (names !== undefined) return names;
    known.set(pointer, NO_PROPERTY_NAMES);
    const found = hiddenBy(valueAt(root, pointer), pointer);
    known.set(pointer, found);
    return found;
  };
  const hiddenBy = (schema: Json | undefined, pointer: Pointer): PropertyNames => {
    if (!isObject(schema)) return NO_PROPERTY_NAMES;
    const target = getReferenceTarget(schema);
    const parts = [
      ...(target === undefined ? [] : [ofSchema(target)]),
      ...asArray(schema.allOf).map((_, index) => ofSchema(joinPointer(pointer, "allOf", index))),
      ...["anyOf", "oneOf"].map((keyword) => common(schema, keyword, pointer)),
    ];
    const own = Object.entries(asObject(schema.properties) ?? {})
      .filter(([, property]) => isMarkedProperty(root, property, mark))
      .map(([name]) => name);
    return mergeNames([own, ...parts]);
  };
  /** What every branch hides that an object could fit. */
  const common = (schema: JsonObject, keyword: string, pointer: Pointer): string[] => {
    const [first, ...others] = asArray(schema[keyword]).flatMap((branch, index) =>
      canDescribeObject(branch) ? [ofSchema(joinPointer(pointer, keyword, index))] : [],
    );
    return [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  };
  return {
    ofSchema,
    withEnclosing: (pointer) => mergeNames([pointer, ...listEnclosingSchemas(root, pointer)].map(ofSchema)),
  };
}

export function mergeNames(sets: readonly Iterable<string>[]): PropertyNames {
  const names = new Set<string>();
  for (const set of sets) for (const name of set) names.add(name);
  return names.size === 0 ? NO_PROPERTY_NAMES : names;
}

/** The local pointer that a schema's reference leads to. */
export function getReferenceTarget(schema: JsonObject, keyword: "$ref" | "$dynamicRef" = "$ref"): Pointer | undefined {
  const reference = asString(schema[keyword]);
  return reference?.startsWith("#") ? parsePointerFragment(reference.slice(1)) : undefined;
}

/** Whether a property is readOnly (or writeOnly), said by itself, by what it refers to or by a part of its `allOf`. */
function isMarkedProperty(root: JsonObject, property: Json, mark: "readOnly" | "writeOnly"): boolean {
  const reached = new Set<Json>([property]);
  // A set may grow while it is walked; each schema is looked at once, however often it is referred to.
  for (const schema of reached) {
    if (!isObject(schema)) continue;
    if (schema[mark] === true) return true;
    const target = getReferenceTarget(schema);
    if (target !== undefined) reached.add(valueAt(root, target) ?? null);
    for (const part of asArray(schema.allOf)) reached.add(part);
  }
  return false;
}

function canDescribeObject(schema: Json): boolean {
  return isObject(schema) && (schema.type === undefined || [schema.type].flat().includes("object"));
}

/** Keywords whose schemas are judged beside the schema that holds them, and not, as in `not` and `if`, on their own. */
const SAME_VALUE_KEYWORDS = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

/** The schemas around the one at a pointer that describe the same value. */
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
