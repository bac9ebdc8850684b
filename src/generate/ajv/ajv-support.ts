import {
  getSubschemaPointer,
  isApplied,
  isInPlace,
  listSubschemas,
  type Subschema,
} from "../../document/applicators.js";
import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { DRAFT_2020_12 } from "../../schema/registry/dialect.js";
import { type ExcludedProperties, mergeNames, type PropertyNames } from "../../schema/registry/excluded-properties.js";
import { NULL_ALLOWED } from "../../schema/registry/normalize-schema.js";
import type { SchemaRegistry } from "../../schema/registry/schema-registry.js";
import { getReferenceTarget, walkSchemas } from "../../schema/registry/walk-schemas.js";

/** Which schemas Ajv validates exactly as JSON Schema requires, and what it needs for them. */
export type AjvSupport = {
  /** Whether Ajv validates the schema at a pointer, and all schemas that it reaches, correctly. */
  readonly isSupportedByAjv: (pointer: Pointer) => boolean;
  /** The `required` of a schema without excluded properties; undefined if none is excluded. */
  readonly getRequired: (schema: object) => readonly string[] | undefined;
};

/** Inspects each schema once. `isSupportedByAjv` throws a MissingSchemaError for a schema that reaches an unusable one. */
export function createAjvSupport(registry: SchemaRegistry, excluded: ExcludedProperties): AjvSupport {
  const supported = new Set<Pointer>();
  const required = new WeakMap<object, readonly string[]>();
  const isSupportedByAjv = (start: Pointer): boolean => {
    if (supported.has(start)) return true;
    const reached = new Set<Pointer>([start]);
    // Iteration over a set includes elements that are added meanwhile.
    for (const pointer of reached) {
      if (supported.has(pointer)) continue;
      const schema = valueAt(registry.root, pointer);
      if (schema === false || !inspect(schema, pointer, excluded.withEnclosing(pointer), reached)) return false;
    }
    for (const pointer of reached) supported.add(pointer);
    return true;
  };
  const inspect = (
    schema: Json | undefined,
    pointer: Pointer,
    names: PropertyNames,
    reached: Set<Pointer>,
  ): boolean => {
    // Ajv compiles every reference, even if no value reaches it.
    if (registry.missingSchemaAt(pointer) !== undefined) return false;
    registry.assertUsable(pointer);
    if (!isObject(schema)) return true;
    if (!hasSupportedKeywords(schema, registry) || registry.dialectAt(pointer) !== DRAFT_2020_12) return false;
    if (names.size > 0 && Array.isArray(schema.required))
      required.set(
        schema,
        schema.required.filter((name) => !names.has(String(name))),
      );
    const target = getReferenceTarget(schema);
    if (target !== undefined) {
      if (requiresExcluded(target, names)) return false;
      reached.add(target);
    }
    return listSubschemas(schema).every((inner) => {
      if (!isApplied(inner)) return true;
      if (inner.schema === false && !isReportedInPlace(inner, schema)) return false;
      const at = getSubschemaPointer(pointer, inner);
      return inspect(inner.schema, at, getExcludedNames(inner, at, names), reached);
    });
  };
  const getExcludedNames = (inner: Subschema, pointer: Pointer, names: PropertyNames): PropertyNames => {
    if (!isInPlace(inner) || inner.applies === "not" || inner.applies === "if") return excluded.ofSchema(pointer);
    return names.size === 0 ? excluded.ofSchema(pointer) : mergeNames([excluded.ofSchema(pointer), names]);
  };
  /** Ajv compiles a component once, so it cannot require a property at one location and not at another. */
  const requiresExcluded = (target: Pointer, names: PropertyNames): boolean => {
    if (names.size === 0) return false;
    const ownNames = excluded.ofSchema(target);
    const extra = [...names].filter((name) => !ownNames.has(name));
    return extra.length > 0 && listRequiredInPlace(registry.root, target).some((name) => extra.includes(name));
  };
  return { isSupportedByAjv, getRequired: (schema) => required.get(schema) };
}

/** Every name that a schema, or another schema that applies to the same value, requires. */
function listRequiredInPlace(root: JsonObject, start: Pointer): string[] {
  return [...walkSchemas(root, [start], isInPlace)].flatMap(({ schema }) => asArray(schema.required).map(String));
}

/** Whether Ajv reports the location of this `false` schema. */
function isReportedInPlace({ keyword }: Subschema, schema: JsonObject): boolean {
  if (keyword === "items") return asArray(schema.prefixItems).length > 0;
  return ["additionalProperties", "unevaluatedProperties", "not", "if", "then", "else"].includes(keyword);
}

/** Keywords that Ajv does not support, or not as JSON Schema 2020-12 defines them. */
const UNSUPPORTED_KEYWORDS = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "$async"];

function hasSupportedKeywords(schema: JsonObject, { traits }: SchemaRegistry): boolean {
  if (UNSUPPORTED_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return false;
  if (Array.isArray(schema.items)) return false;
  // An `if` without `then` or `else` still marks properties as evaluated.
  const isPartial = schema.if !== undefined && (schema.then === undefined || schema.else === undefined);
  if ((isPartial || schema[NULL_ALLOWED] !== undefined) && traits.has("unevaluated")) return false;
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

/** Whether every JavaScript object inherits a property of this name. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}
