import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { DRAFT_2020_12 } from "../registry/dialect.js";
import {
  type ExcludedProperties,
  getReferenceTarget,
  type PropertyNames,
  mergeNames,
} from "../registry/excluded-properties.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import type { SchemaRegistry } from "../registry/schema-registry.js";
import { getSubschemaPointer, listSubschemas, type Subschema } from "../registry/subschemas.js";

/** Which schemas Ajv judges as JSON Schema says, and which it does not. */
export type EngineSelection = {
  /** Whether Ajv is right about the schema at a pointer, and about all that it reaches. */
  readonly isSupportedByAjv: (pointer: Pointer) => boolean;
  /** What is left of a schema's `required` for a side that may not carry all of it; known of schemas asked about. */
  readonly getRequired: (schema: object) => readonly string[] | undefined;
  /** Lets a schema made of another's keywords stand where the other does. */
  readonly registerAlias: (schema: object, original: object) => void;
};

/**
 * Looks at each schema once, when something first reaches it.
 *
 * Throws for what reaches a schema that cannot be used.
 *
 * @param pointers learns where each schema stands, by the schema itself, which is how Ajv names it in an error.
 */
export function createEngineSelection(
  library: SchemaRegistry,
  hidden: ExcludedProperties,
  pointers: Map<object, Pointer>,
): EngineSelection {
  const clean = new Set<Pointer>();
  const required = new WeakMap<object, readonly string[]>();
  const isSupportedByAjv = (start: Pointer): boolean => {
    if (clean.has(start)) return true;
    const reached = new Set<Pointer>([start]);
    // A set may grow while it is walked, and what is added comes last.
    for (const pointer of reached) {
      if (clean.has(pointer)) continue;
      const schema = valueAt(library.root, pointer);
      if (schema === false || !look(schema, pointer, hidden.withEnclosing(pointer), reached)) return false;
    }
    for (const pointer of reached) clean.add(pointer);
    return true;
  };
  const look = (schema: Json | undefined, pointer: Pointer, names: PropertyNames, reached: Set<Pointer>): boolean => {
    // Ajv would have to know what is referred to, whether or not a value is ever held against it.
    if (library.missingSchemaAt(pointer) !== undefined) return false;
    library.assertUsable(pointer);
    if (!isObject(schema)) return true;
    pointers.set(schema, pointer);
    if (!hasSupportedKeywords(schema, library) || library.dialectAt(pointer) !== DRAFT_2020_12) return false;
    if (names.size > 0 && Array.isArray(schema.required))
      required.set(
        schema,
        schema.required.filter((name) => !names.has(String(name))),
      );
    const target = getReferenceTarget(schema);
    if (target !== undefined) {
      if (asksForHidden(target, names)) return false;
      reached.add(target);
    }
    return listSubschemas(schema).every((inner) => {
      if (inner.applies === "none") return true;
      if (inner.schema === false && !isReportedInPlace(inner, schema)) return false;
      const at = getSubschemaPointer(pointer, inner);
      return look(inner.schema, at, namesFor(inner, at, names), reached);
    });
  };
  const namesFor = ({ applies, keyword }: Subschema, pointer: Pointer, names: PropertyNames): PropertyNames => {
    if (applies === "child" || keyword === "not" || keyword === "if") return hidden.ofSchema(pointer);
    return names.size === 0 ? hidden.ofSchema(pointer) : mergeNames([hidden.ofSchema(pointer), names]);
  };
  /** Ajv compiles a component once: it cannot ask for a name in one place and not in another. */
  const asksForHidden = (target: Pointer, names: PropertyNames): boolean => {
    if (names.size === 0) return false;
    const own = hidden.ofSchema(target);
    const extra = [...names].filter((name) => !own.has(name));
    return extra.length > 0 && listRequiredInPlace(library.root, target).some((name) => extra.includes(name));
  };
  const registerAlias: EngineSelection["registerAlias"] = (schema, original) => {
    const pointer = pointers.get(original);
    if (pointer !== undefined) pointers.set(schema, pointer);
  };
  return { isSupportedByAjv, getRequired: (schema) => required.get(schema), registerAlias };
}

/** Every name that a schema, or one that judges the same value with it, requires. */
function listRequiredInPlace(root: JsonObject, start: Pointer): string[] {
  const names: string[] = [];
  const reached = new Set<Pointer>([start]);
  for (const pointer of reached) {
    const schema = valueAt(root, pointer);
    if (!isObject(schema)) continue;
    names.push(...asArray(schema.required).map(String));
    const target = getReferenceTarget(schema);
    if (target !== undefined) reached.add(target);
    for (const inner of listSubschemas(schema))
      if (inner.applies === "in-place") reached.add(getSubschemaPointer(pointer, inner));
  }
  return names;
}

/** Ajv judges these `false` where they stand; of others it does not tell where they do. */
function isReportedInPlace({ keyword }: Subschema, schema: JsonObject): boolean {
  if (keyword === "items") return asArray(schema.prefixItems).length > 0;
  return ["additionalProperties", "unevaluatedProperties", "not", "if", "then", "else"].includes(keyword);
}

/** Words that Ajv does not know, or not as JSON Schema 2020-12 means them. */
const UNSUPPORTED_KEYWORDS = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "$async"];

function hasSupportedKeywords(schema: JsonObject, { traits }: SchemaRegistry): boolean {
  if (UNSUPPORTED_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return false;
  if (Array.isArray(schema.items)) return false;
  // An `if` that stands alone still says what has been evaluated.
  const isHalf = schema.if !== undefined && (schema.then === undefined || schema.else === undefined);
  if ((isHalf || schema[NULL_ALLOWED] !== undefined) && traits.has("unevaluated")) return false;
  return (
    !listPropertyNames(schema).some((name) => name === "__proto__") && !listDependentNames(schema).some(isInherited)
  );
}

function listPropertyNames(schema: JsonObject): string[] {
  const required = asArray(schema.required).filter((name) => typeof name === "string");
  return [...Object.keys(asObject(schema.properties) ?? {}), ...required];
}

function listDependentNames(schema: JsonObject): string[] {
  return ["dependentRequired", "dependentSchemas", "dependencies"].flatMap((keyword) =>
    Object.keys(asObject(schema[keyword]) ?? {}),
  );
}

/** What every object of JavaScript has without having it. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}
