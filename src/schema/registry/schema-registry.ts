import applicator from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json" with { type: "json" };
import content from "ajv/dist/refs/json-schema-2020-12/meta/content.json" with { type: "json" };
import core from "ajv/dist/refs/json-schema-2020-12/meta/core.json" with { type: "json" };
import formatAnnotation from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json" with { type: "json" };
import metaData from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json" with { type: "json" };
import unevaluated from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json" with { type: "json" };
import validation from "ajv/dist/refs/json-schema-2020-12/meta/validation.json" with { type: "json" };
import schema from "ajv/dist/refs/json-schema-2020-12/schema.json" with { type: "json" };
import draft7 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import {
  type Diagnostic,
  formatLocation,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
  parsePointer,
  setMember,
  valueAt,
} from "../../document/index.js";
import { listSchemas, mapSchemas } from "../../document/structure.js";
import {
  type Dialect,
  DRAFT_2020_12,
  findDialect,
  type NormalizationContext,
  normalizeSchema,
  type SchemaTrait,
} from "./normalize-schema.js";
import { SchemaIndex } from "./schema-index.js";

/** Every schema of a spec, normalized to JSON Schema 2020-12, with local pointers as references. */
export type SchemaRegistry = ReturnType<typeof createSchemaRegistry>;

/** Thrown for a schema that is unusable: a value that is no schema, or a reference that cannot be resolved. */
export class MissingSchemaError extends Error {
  override name = "MissingSchemaError";
}

/** Schemas by URI that a spec may reference without including them. */
export type ExternalSchemas = ReadonlyMap<string, Json>;

export function createSchemaRegistry(
  root: JsonObject,
  externalSchemas: ExternalSchemas = METASCHEMAS,
  unusable: ReadonlyMap<Pointer, Diagnostic> = new Map(),
) {
  const createError = (pointer: Pointer): MissingSchemaError | undefined => {
    // References to external schemas are unresolved in the files of the spec.
    const isResolved = index.references.has(joinPointer(pointer, "$ref"));
    const diagnostic = isResolved ? undefined : unusable.get(pointer);
    return diagnostic && new MissingSchemaError(`${formatLocation(diagnostic)}: ${diagnostic.message}`);
  };
  const assertUsable = (pointer: Pointer): void => {
    const error = createError(pointer);
    if (error !== undefined) throw error;
  };
  const missingSchemaAt = (pointer: Pointer): MissingSchemaError | undefined =>
    unusable.has(pointer) && isBareReference(valueAt(normalized, pointer)) ? createError(pointer) : undefined;
  const lookUp = (uri: string): Json | undefined => externalSchemas.get(uri) ?? METASCHEMAS.get(uri);
  const index = new SchemaIndex(root, listSchemas(root, "openapi"), lookUp);
  const reinterpreted = new Map(index.reinterpreted);
  const version = typeof root.openapi === "string" && root.openapi.startsWith("3.0") ? "3.0" : "3.2";
  const traits = new Set<SchemaTrait>();
  const context: NormalizationContext = {
    version,
    references: index.references,
    listDynamicTargets: (keyword) => index.dynamicTargets.get(index.dynamicReferences.get(keyword)?.anchor ?? "") ?? [],
    addTrait: (trait) => traits.add(trait),
  };
  const normalize = (schema: Json, pointer: Pointer): Json => normalizeSchema(schema, pointer, context);
  let normalized = mapSchemas(root, "openapi", normalize) as JsonObject;
  for (const [uri, schema] of index.externalSchemas)
    normalized = { ...normalized, [uri]: normalize(schema, joinPointer("", uri)) };
  for (const pointer of index.misplaced) {
    const misplaced = valueAt(normalized, pointer);
    if (misplaced !== undefined)
      normalized = setMember(normalized, parsePointer(pointer), normalize(misplaced, pointer)) as JsonObject;
  }
  return {
    /** The normalized spec, and under additional keys the external schemas that it references. */
    root: normalized,
    index,
    /** Why keywords are ignored or read differently than written, by pointer. */
    reinterpreted,
    traits,
    dialectAt: createDialectLookup(index, lookUp, reinterpreted),
    /** @throws {MissingSchemaError} if the schema at a pointer cannot be used; no schema that refers to it compiles. */
    assertUsable,
    /** The error if the schema at a pointer is an unresolved reference. Values that do not need it can still be checked. */
    missingSchemaAt,
  };
}

/** Whether a schema is a reference without other subschemas, which could be the unusable ones instead. */
function isBareReference(schema: Json | undefined): boolean {
  if (!isObject(schema) || typeof schema.$ref !== "string") return false;
  return Object.values(schema).every((it) => typeof it !== "object" || it === null);
}

/** The dialect of a schema is that of its own `$schema`, or else of the closest enclosing schema. */
function createDialectLookup(
  { dialects }: SchemaIndex,
  lookUp: (uri: string) => Json | undefined,
  reinterpreted: Map<Pointer, string>,
): (pointer: Pointer) => Dialect {
  const otherDialects = new Map<Pointer, Dialect>();
  for (const [pointer, uri] of dialects) {
    const dialect = findDialect(uri, lookUp);
    if (dialect === undefined)
      reinterpreted.set(`${pointer}/$schema`, `the dialect "${uri}" is unknown; read as 2020-12`);
    else if (dialect !== DRAFT_2020_12) otherDialects.set(pointer, dialect);
  }
  if (otherDialects.size === 0) return () => DRAFT_2020_12;
  return (pointer) => {
    let at = pointer;
    // `dialects` also has the schemas in 2020-12, so that the search ends at one inside another dialect.
    while (at !== "" && !dialects.has(at)) at = parentPointer(at);
    return otherDialects.get(at) ?? DRAFT_2020_12;
  };
}

/** The meta-schemas of JSON Schema, which a spec may reference without including them. */
const METASCHEMAS: ReadonlyMap<string, Json> = new Map(
  [schema, applicator, content, core, formatAnnotation, metaData, unevaluated, validation, draft7].map((metaschema) => [
    metaschema.$id.replace(/#$/, ""),
    metaschema as unknown as Json,
  ]),
);
