import { joinPointer } from "../../../document/index.js";
import type { ApplicableSchema } from "../../../schema/analysis/applicable-schema.js";
import { findPropertyPointers } from "../../../schema/analysis/merged-schema.js";
import type { SchemaRef } from "./versioned-document.js";
import type { VersionedSchema } from "./versioned-schemas.js";

const propertyCache = new WeakMap<VersionedSchema, Map<string, readonly SchemaRef[]>>();

/** The schemas of a property that one schema gives, if the property is present. */
export function listPropertySchemas(applicable: VersionedSchema, name: string): readonly SchemaRef[] {
  const byName = propertyCache.get(applicable) ?? new Map<string, readonly SchemaRef[]>();
  propertyCache.set(applicable, byName);
  const refs = byName.get(name) ?? findPropertySchemas(applicable, name);
  byName.set(name, refs);
  return refs;
}

function findPropertySchemas(applicable: VersionedSchema, name: string): readonly SchemaRef[] {
  const { ref, schema, pointer } = applicable;
  const at = (keyword: string): SchemaRef[] => [{ ...ref, pointer: joinPointer(pointer, keyword) }];
  const named = findPropertyPointers([{ ...applicable, schema: omitUnevaluated(schema) }], name);
  const closed = named === undefined || named.length === 0;
  if (closed && schema.additionalProperties === false && !isDeclared(applicable, name))
    return at("additionalProperties");
  if (schema.unevaluatedProperties !== undefined && !isEvaluated(applicable, name)) return at("unevaluatedProperties");
  return (named ?? []).map((it) => ({ ...ref, pointer: it }));
}

function omitUnevaluated(schema: ApplicableSchema["schema"]): ApplicableSchema["schema"] {
  if (schema.unevaluatedProperties === undefined) return schema;
  const { unevaluatedProperties: _, ...rest } = schema;
  return rest;
}

/** Whether `properties` or `patternProperties` cover a name. */
function isDeclared(schema: ApplicableSchema, name: string): boolean {
  const { properties = {}, patternProperties = {} } = schema.schema;
  return findPropertyPointers([{ ...schema, schema: { properties, patternProperties } }], name) !== undefined;
}

/** Whether any schema that may apply next to `unevaluatedProperties` covers a name. */
function isEvaluated({ ref, pointer }: VersionedSchema, name: string): boolean {
  return ref.spec.possible(pointer).some((schema) => {
    if (schema.schema.$dynamicRef !== undefined) return true;
    const isOpen = schema.schema.additionalProperties !== undefined;
    const isOther = schema.pointer !== pointer && schema.schema.unevaluatedProperties !== undefined;
    return isOpen || isOther || isDeclared(schema, name);
  });
}
