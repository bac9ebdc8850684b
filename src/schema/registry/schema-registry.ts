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
  valueAt,
} from "../../document/index.js";
import { type Dialect, DRAFT_2020_12, findDialect } from "./dialect.js";
import { mapItems, mapSchemas, mapValues } from "./map-schemas.js";
import { METASCHEMAS } from "./metaschemas.js";
import { type NormalizationContext, normalizeSchema, type SchemaTrait } from "./normalize-schema.js";
import type { SchemaDiagnostic } from "./schema-diagnostic.js";
import { indexSchemas, type SchemaIndex } from "./schema-index.js";

/** Every schema of a description, lowered to JSON Schema 2020-12 and with local pointers for references. */
export type SchemaRegistry = {
  /** The description as lowered, and beside its own fields the schemas that it refers to and does not hold. */
  readonly root: JsonObject;
  readonly index: SchemaIndex;
  /** What is read otherwise than it stands. */
  readonly diagnostics: readonly SchemaDiagnostic[];
  readonly traits: ReadonlySet<SchemaTrait>;
  readonly dialectAt: (pointer: Pointer) => Dialect;
  /** @throws Gap when the schema at a pointer is one that cannot be used, so that nothing that leads to it compiles. */
  readonly assertUsable: (pointer: Pointer) => void;
  /** Why nobody knows what the schema at a pointer refers to: a value that it is not asked about can be judged. */
  readonly missingSchemaAt: (pointer: Pointer) => MissingSchemaError | undefined;
};

/** What stands in a description where a schema should, or a reference that leads nowhere. */
export class MissingSchemaError extends Error {
  override name = "MissingSchemaError";
}

/** Schemas that a description may refer to by URI without holding them. */
export type ExternalSchemas = ReadonlyMap<string, Json>;

export function createSchemaRegistry(
  root: JsonObject,
  known: ExternalSchemas = METASCHEMAS,
  gaps: ReadonlyMap<Pointer, Diagnostic> = new Map(),
): SchemaRegistry {
  const gapOf = (pointer: Pointer): MissingSchemaError | undefined => {
    const gap = gaps.get(pointer);
    return gap && new MissingSchemaError(`${formatLocation(gap.location)}: ${gap.message}`);
  };
  const assertUsable = (pointer: Pointer): void => {
    const gap = gapOf(pointer);
    if (gap !== undefined) throw gap;
  };
  const missingSchemaAt = (pointer: Pointer): MissingSchemaError | undefined =>
    gaps.has(pointer) && isBareReference(valueAt(root, pointer)) ? gapOf(pointer) : undefined;
  const places: [Pointer, Json][] = [];
  mapSchemas(root, "openapi", (schema, pointer) => {
    places.push([pointer, schema]);
    return schema;
  });
  const lookUp = (uri: string): Json | undefined => known.get(uri) ?? METASCHEMAS.get(uri);
  const index = indexSchemas(root, places, lookUp);
  const diagnostics: SchemaDiagnostic[] = [...index.diagnostics];
  const version = typeof root.openapi === "string" && root.openapi.startsWith("3.0") ? "3.0" : "3.1";
  const traits = new Set<SchemaTrait>();
  const lowering: NormalizationContext = {
    version,
    references: index.references,
    addDiagnostic: (remark) => diagnostics.push(remark),
    addTrait: (trait) => traits.add(trait),
  };
  const lower = (schema: Json, pointer: Pointer): Json => normalizeSchema(schema, pointer, lowering);
  let lowered = mapSchemas(root, "openapi", lower) as JsonObject;
  for (const [uri, schema] of index.externalSchemas)
    lowered = { ...lowered, [uri]: lower(schema, joinPointer("", uri)) };
  for (const pointer of index.misplaced)
    lowered = replaceAt(lowered, pointer, (it) => lower(it, pointer)) as JsonObject;
  return {
    root: lowered,
    index,
    diagnostics,
    traits,
    dialectAt: createDialectLookup(index, lookUp, diagnostics),
    assertUsable,
    missingSchemaAt,
  };
}

/** Where more stands beside a reference, that may be what cannot be used. */
function isBareReference(schema: Json | undefined): boolean {
  if (!isObject(schema) || typeof schema.$ref !== "string") return false;
  return Object.values(schema).every((it) => typeof it !== "object" || it === null);
}

/** A schema's dialect is the one that it names, or that the schema around it does. */
function createDialectLookup(
  { dialects }: SchemaIndex,
  lookUp: (uri: string) => Json | undefined,
  remarks: SchemaDiagnostic[],
): (pointer: Pointer) => Dialect {
  const named = new Map<Pointer, Dialect>();
  for (const [pointer, uri] of dialects) {
    const dialect = findDialect(uri, lookUp);
    if (dialect === undefined)
      remarks.push({ pointer: `${pointer}/$schema`, message: `nobody knows the dialect "${uri}"; read as 2020-12` });
    else if (dialect !== DRAFT_2020_12) named.set(pointer, dialect);
  }
  if (named.size === 0) return () => DRAFT_2020_12;
  return (pointer) => {
    let at = pointer;
    // A schema in the dialect of 2020-12 inside one of another is as rare as it is unwise, but it says so itself.
    while (at !== "" && !dialects.has(at)) at = parentPointer(at);
    return named.get(at) ?? DRAFT_2020_12;
  };
}

function replaceAt(root: Json, pointer: Pointer, change: (value: Json) => Json): Json {
  const descend = (node: Json, tokens: readonly string[]): Json => {
    const [token, ...rest] = tokens;
    if (token === undefined) return change(node);
    if (Array.isArray(node)) return mapItems(node, (it, index) => (String(index) === token ? descend(it, rest) : it));
    return mapValues(node, (it, name) => (name === token ? descend(it, rest) : it));
  };
  return valueAt(root, pointer) === undefined || !isObject(root) ? root : descend(root, parsePointer(pointer));
}
