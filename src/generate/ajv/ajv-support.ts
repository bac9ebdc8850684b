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
  memoize,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import { type ExcludedProperties, mergeNames, type PropertyNames } from "../../schema/model/schema-model.js";
import {
  DRAFT_2020_12,
  getReferenceTarget,
  NULL_ALLOWED,
  walkSchemas,
} from "../../schema/registry/normalize-schema.js";
import type { SchemaRegistry } from "../../schema/registry/schema-registry.js";

/** Which schemas Ajv validates exactly as JSON Schema requires, and what it needs for them. */
export type AjvSupport = ReturnType<typeof createAjvSupport>;

/** Inspects each schema once. `findUnsupported` throws a MissingSchemaError for a schema that reaches an unusable one. */
export function createAjvSupport(registry: SchemaRegistry, excluded: ExcludedProperties) {
  const required = new WeakMap<object, readonly string[]>();
  const findUnsupported = (start: Pointer): string | undefined => {
    const reached = new Set<Pointer>([start]);
    let found: string | undefined;
    // Iteration over a set includes elements that are added meanwhile.
    for (const pointer of reached) {
      const inspection = inspectTarget(pointer);
      found ??= inspection.unsupported;
      for (const target of inspection.targets) reached.add(target);
    }
    return found;
  };
  const inspectTarget = memoize((pointer: Pointer) => {
    const targets = new Set<Pointer>();
    const unsupported = inspect(valueAt(registry.root, pointer), pointer, excluded.withEnclosing(pointer), targets);
    return { unsupported, targets };
  });
  /** Inspects all parts, also after one that is not supported, because all need their `required`. */
  const inspect = (
    schema: Json | undefined,
    pointer: Pointer,
    names: PropertyNames,
    targets: Set<Pointer>,
  ): string | undefined => {
    // Ajv compiles every reference, even if no value reaches it.
    if (registry.missingSchemaAt(pointer) !== undefined) return "a reference cannot be resolved";
    registry.assertUsable(pointer);
    if (!isObject(schema)) return undefined;
    if (names.size > 0 && Array.isArray(schema.required))
      required.set(
        schema,
        schema.required.filter((name) => !names.has(String(name))),
      );
    const target = getReferenceTarget(schema);
    if (target !== undefined) targets.add(target);
    const inner = listSubschemas(schema)
      .filter(isApplied)
      .map((it) => {
        const at = getSubschemaPointer(pointer, it);
        return inspect(it.schema, at, getExcludedNames(it, at, names), targets);
      });
    if (registry.dialectAt(pointer) !== DRAFT_2020_12) return "the schema is of another dialect than 2020-12";
    if (target !== undefined && requiresExcluded(target, names))
      return "a referenced schema requires a property that is read-only or write-only where it is referenced";
    return findUnsupportedKeyword(schema, registry) ?? inner.find((it) => it !== undefined);
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
  return {
    /**
     * Why the result of Ajv for the schema at a pointer can differ from that of the checker: the schema, or one that it reaches, is not
     * supported. Undefined if both must agree.
     */
    findUnsupported,
    /** The `required` of a schema without excluded properties; undefined if none is excluded. */
    getRequired: (schema: object) => required.get(schema),
  };
}

/** Every name that a schema, or another schema that applies to the same value, requires. */
function listRequiredInPlace(root: JsonObject, start: Pointer): string[] {
  return [...walkSchemas(root, [start], isInPlace)].flatMap(({ schema }) => asArray(schema.required).map(String));
}

/** Keywords that Ajv does not support, or not as JSON Schema 2020-12 defines them. */
const UNSUPPORTED_KEYWORDS = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "$async"];

function findUnsupportedKeyword(schema: JsonObject, { traits }: SchemaRegistry): string | undefined {
  const keyword = UNSUPPORTED_KEYWORDS.find((it) => schema[it] !== undefined);
  if (keyword !== undefined) return `Ajv does not evaluate ${keyword} as JSON Schema 2020-12 defines it`;
  if (Array.isArray(schema.items)) return "items is a list, as in older drafts";
  // An `if` without `then` or `else` still marks properties as evaluated.
  const isPartial = schema.if !== undefined && (schema.then === undefined || schema.else === undefined);
  if ((isPartial || schema[NULL_ALLOWED] !== undefined) && traits.has("unevaluated"))
    return "Ajv does not see the properties that an if without then and else, or nullable, evaluates";
  const names = [...Object.keys(asObject(schema.properties) ?? {}), ...asArray(schema.required)];
  const dependent = ["dependentRequired", "dependentSchemas", "dependencies"].flatMap((keyword) =>
    Object.keys(asObject(schema[keyword]) ?? {}),
  );
  const isProblematic = names.includes("__proto__") || dependent.some((name) => name in Object.prototype);
  return isProblematic ? "a property has a name that every JavaScript object inherits" : undefined;
}
