import { asArray, asObject, isObject, type Json, type JsonObject, type Pointer, valueAt } from "../document/index.js";
import { DRAFT_2020_12 } from "./dialect.js";
import { type HiddenNames, type Names, referenced, union } from "./hidden-names.js";
import type { Library } from "./library.js";
import { NULL_ALLOWED } from "./lower.js";
import { type Subschema, subschemaPointer, subschemasOf } from "./subschemas.js";

/** Which schemas Ajv judges as JSON Schema says, and which it does not. */
export type Routing = {
  /** Whether Ajv is right about the schema at a pointer, and about all that it reaches. */
  readonly isForAjv: (pointer: Pointer) => boolean;
  /** What is left of a schema's `required` for a side that may not carry all of it; known of schemas asked about. */
  readonly requiredOf: (schema: object) => readonly string[] | undefined;
  /** Lets a schema made of another's keywords stand where the other does. */
  readonly alias: (schema: object, original: object) => void;
};

/**
 * Looks at each schema once, when something first reaches it.
 *
 * Throws for what reaches a schema that cannot be used.
 *
 * @param pointers learns where each schema stands, by the schema itself, which is how Ajv names it in an error.
 */
export function createRouting(library: Library, hidden: HiddenNames, pointers: Map<object, Pointer>): Routing {
  const clean = new Set<Pointer>();
  const required = new WeakMap<object, readonly string[]>();
  const isForAjv = (start: Pointer): boolean => {
    if (clean.has(start)) return true;
    const reached = new Set<Pointer>([start]);
    // A set may grow while it is walked, and what is added comes last.
    for (const pointer of reached) {
      if (clean.has(pointer)) continue;
      const schema = valueAt(library.root, pointer);
      if (schema === false || !look(schema, pointer, hidden.inPlace(pointer), reached)) return false;
    }
    for (const pointer of reached) clean.add(pointer);
    return true;
  };
  const look = (schema: Json | undefined, pointer: Pointer, names: Names, reached: Set<Pointer>): boolean => {
    // Ajv would have to know what is referred to, whether or not a value is ever held against it.
    if (library.gapAt(pointer) !== undefined) return false;
    library.expectUsable(pointer);
    if (!isObject(schema)) return true;
    pointers.set(schema, pointer);
    if (!isSafe(schema, library) || library.dialectAt(pointer) !== DRAFT_2020_12) return false;
    if (names.size > 0 && Array.isArray(schema.required))
      required.set(
        schema,
        schema.required.filter((name) => !names.has(String(name))),
      );
    const target = referenced(schema);
    if (target !== undefined) {
      if (asksForHidden(target, names)) return false;
      reached.add(target);
    }
    return subschemasOf(schema).every((inner) => {
      if (inner.applies === "none") return true;
      if (inner.schema === false && !isJudgedInPlace(inner, schema)) return false;
      const at = subschemaPointer(pointer, inner);
      return look(inner.schema, at, namesFor(inner, at, names), reached);
    });
  };
  const namesFor = ({ applies, keyword }: Subschema, pointer: Pointer, names: Names): Names => {
    if (applies === "child" || keyword === "not" || keyword === "if") return hidden.always(pointer);
    return names.size === 0 ? hidden.always(pointer) : union([hidden.always(pointer), names]);
  };
  /** Ajv compiles a component once: it cannot ask for a name in one place and not in another. */
  const asksForHidden = (target: Pointer, names: Names): boolean => {
    if (names.size === 0) return false;
    const own = hidden.always(target);
    const extra = [...names].filter((name) => !own.has(name));
    return extra.length > 0 && requiredInPlace(library.root, target).some((name) => extra.includes(name));
  };
  const alias: Routing["alias"] = (schema, original) => {
    const pointer = pointers.get(original);
    if (pointer !== undefined) pointers.set(schema, pointer);
  };
  return { isForAjv, requiredOf: (schema) => required.get(schema), alias };
}

/** Every name that a schema, or one that judges the same value with it, requires. */
function requiredInPlace(root: JsonObject, start: Pointer): string[] {
  const names: string[] = [];
  const reached = new Set<Pointer>([start]);
  for (const pointer of reached) {
    const schema = valueAt(root, pointer);
    if (!isObject(schema)) continue;
    names.push(...asArray(schema.required).map(String));
    const target = referenced(schema);
    if (target !== undefined) reached.add(target);
    for (const inner of subschemasOf(schema))
      if (inner.applies === "in-place") reached.add(subschemaPointer(pointer, inner));
  }
  return names;
}

/** Ajv judges these `false` where they stand; of others it does not tell where they do. */
function isJudgedInPlace({ keyword }: Subschema, schema: JsonObject): boolean {
  if (keyword === "items") return asArray(schema.prefixItems).length > 0;
  return ["additionalProperties", "unevaluatedProperties", "not", "if", "then", "else"].includes(keyword);
}

/** Words that Ajv does not know, or not as JSON Schema 2020-12 means them. */
const UNSAFE = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "$async"];

function isSafe(schema: JsonObject, { traits }: Library): boolean {
  if (UNSAFE.some((keyword) => schema[keyword] !== undefined)) return false;
  if (Array.isArray(schema.items)) return false;
  // An `if` that stands alone still says what has been evaluated.
  const isHalf = schema.if !== undefined && (schema.then === undefined || schema.else === undefined);
  if ((isHalf || schema[NULL_ALLOWED] !== undefined) && traits.has("unevaluated")) return false;
  return !namesOf(schema).some((name) => name === "__proto__") && !dependentNames(schema).some(isInherited);
}

function namesOf(schema: JsonObject): string[] {
  const required = asArray(schema.required).filter((name) => typeof name === "string");
  return [...Object.keys(asObject(schema.properties) ?? {}), ...required];
}

function dependentNames(schema: JsonObject): string[] {
  return ["dependentRequired", "dependentSchemas", "dependencies"].flatMap((keyword) =>
    Object.keys(asObject(schema[keyword]) ?? {}),
  );
}

/** What every object of JavaScript has without having it. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}
