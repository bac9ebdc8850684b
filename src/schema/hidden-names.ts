import {
  asArray,
  asObject,
  asString,
  fragmentPointer,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  pointerTokens,
  valueAt,
} from "../document/index.js";
import { fieldOf, type ObjectKind } from "../document/structure.js";
import type { Library } from "./library.js";
import type { View } from "./view.js";

export type Names = ReadonlySet<string>;

export const NO_NAMES: Names = new Set();

/**
 * The properties that one side may not carry, for which `required` therefore does not ask: those that `readOnly` (or
 * `writeOnly`) marks, wherever the mark and the word `required` stand in what describes one value together.
 */
export type HiddenNames = {
  /** What the schema at a pointer hides whenever it applies, with all that applies whenever it does. */
  readonly always: (pointer: Pointer) => Names;
  /** The same with what the schemas around it, which see the same value, hide. */
  readonly inPlace: (pointer: Pointer) => Names;
};

export function hiddenNames({ root, traits }: Library, view: View): HiddenNames {
  if (!traits.has("one-sided properties")) return { always: () => NO_NAMES, inPlace: () => NO_NAMES };
  const mark = view === "request" ? "readOnly" : "writeOnly";
  const known = new Map<Pointer, Names>();
  const always = (pointer: Pointer): Names => {
    const names = known.get(pointer);
    if (names !== undefined) return names;
    known.set(pointer, NO_NAMES);
    const found = hiddenBy(valueAt(root, pointer), pointer);
    known.set(pointer, found);
    return found;
  };
  const hiddenBy = (schema: Json | undefined, pointer: Pointer): Names => {
    if (!isObject(schema)) return NO_NAMES;
    const target = referenced(schema);
    const parts = [
      ...(target === undefined ? [] : [always(target)]),
      ...asArray(schema.allOf).map((_, index) => always(joinPointer(pointer, "allOf", index))),
      ...["anyOf", "oneOf"].map((keyword) => common(schema, keyword, pointer)),
    ];
    const own = Object.entries(asObject(schema.properties) ?? {})
      .filter(([, property]) => carries(root, property, mark))
      .map(([name]) => name);
    return union([own, ...parts]);
  };
  /** What every branch hides that an object could fit. */
  const common = (schema: JsonObject, keyword: string, pointer: Pointer): string[] => {
    const [first, ...others] = asArray(schema[keyword]).flatMap((branch, index) =>
      describesObjects(branch) ? [always(joinPointer(pointer, keyword, index))] : [],
    );
    return [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
  };
  return { always, inPlace: (pointer) => union([pointer, ...around(root, pointer)].map(always)) };
}

export function union(sets: readonly Iterable<string>[]): Names {
  const names = new Set<string>();
  for (const set of sets) for (const name of set) names.add(name);
  return names.size === 0 ? NO_NAMES : names;
}

/** The local pointer that a schema's reference leads to. */
export function referenced(schema: JsonObject, keyword: "$ref" | "$dynamicRef" = "$ref"): Pointer | undefined {
  const reference = asString(schema[keyword]);
  return reference?.startsWith("#") ? fragmentPointer(reference.slice(1)) : undefined;
}

/** Whether a property is readOnly (or writeOnly), said by itself, by what it refers to or by a part of its `allOf`. */
function carries(root: JsonObject, property: Json, mark: "readOnly" | "writeOnly"): boolean {
  const reached = new Set<Json>([property]);
  // A set may grow while it is walked; each schema is looked at once, however often it is referred to.
  for (const schema of reached) {
    if (!isObject(schema)) continue;
    if (schema[mark] === true) return true;
    const target = referenced(schema);
    if (target !== undefined) reached.add(valueAt(root, target) ?? null);
    for (const part of asArray(schema.allOf)) reached.add(part);
  }
  return false;
}

function describesObjects(schema: Json): boolean {
  return isObject(schema) && (schema.type === undefined || [schema.type].flat().includes("object"));
}

/** Keywords whose schemas are judged beside the schema that holds them, and not, as in `not` and `if`, on their own. */
const BESIDE = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

/** The schemas around the one at a pointer that describe the same value. */
export function around(root: JsonObject, pointer: Pointer): Pointer[] {
  const found: Pointer[] = [];
  let kind: ObjectKind = "openapi";
  let at: Pointer = "";
  const tokens = pointerTokens(pointer);
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] ?? "";
    const field = fieldOf(kind, token);
    if (field === undefined) return found;
    const value = valueAt(root, joinPointer(at, token));
    const steps = field.holds === "map" || Array.isArray(value) ? 2 : 1;
    if (kind === "schema" && BESIDE.has(token)) found.push(at);
    else found.length = 0;
    at = joinPointer(at, ...tokens.slice(index, index + steps));
    index += steps;
    kind = field.kind;
  }
  return found;
}
