import {
  type DocumentProblem,
  formatLocation,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parentPointer,
  pointerTokens,
  valueAt,
} from "../document/index.js";
import { type Dialect, DRAFT_2020_12, dialectOf } from "./dialect.js";
import { type Lowering, lowerSchema, type Trait } from "./lower.js";
import { METASCHEMAS } from "./metaschemas.js";
import type { Remark } from "./remark.js";
import { indexSchemas, type SchemaIndex } from "./schema-index.js";
import { mapItems, mapSchemas, mapValues } from "./schema-places.js";

/** Every schema of a description, lowered to JSON Schema 2020-12 and with local pointers for references. */
export type Library = {
  /** The description as lowered, and beside its own fields the schemas that it refers to and does not hold. */
  readonly root: JsonObject;
  readonly index: SchemaIndex;
  /** What is read otherwise than it stands. */
  readonly remarks: readonly Remark[];
  readonly traits: ReadonlySet<Trait>;
  readonly dialectAt: (pointer: Pointer) => Dialect;
  /** @throws Gap when the schema at a pointer is one that cannot be used, so that nothing that leads to it compiles. */
  readonly expectUsable: (pointer: Pointer) => void;
  /** Why nobody knows what the schema at a pointer refers to: a value that it is not asked about can be judged. */
  readonly gapAt: (pointer: Pointer) => Gap | undefined;
};

/** What stands in a description where a schema should, or a reference that leads nowhere. */
export class Gap extends Error {
  override name = "Gap";
}

/** Schemas that a description may refer to by URI without holding them. */
export type KnownSchemas = ReadonlyMap<string, Json>;

export function createLibrary(
  root: JsonObject,
  known: KnownSchemas = METASCHEMAS,
  gaps: ReadonlyMap<Pointer, DocumentProblem> = new Map(),
): Library {
  const gapOf = (pointer: Pointer): Gap | undefined => {
    const gap = gaps.get(pointer);
    return gap && new Gap(`${formatLocation(gap.location)}: ${gap.message}`);
  };
  const expectUsable = (pointer: Pointer): void => {
    const gap = gapOf(pointer);
    if (gap !== undefined) throw gap;
  };
  const gapAt = (pointer: Pointer): Gap | undefined =>
    gaps.has(pointer) && isBareReference(valueAt(root, pointer)) ? gapOf(pointer) : undefined;
  const places: [Pointer, Json][] = [];
  mapSchemas(root, "openapi", (schema, pointer) => {
    places.push([pointer, schema]);
    return schema;
  });
  const lookUp = (uri: string): Json | undefined => known.get(uri) ?? METASCHEMAS.get(uri);
  const index = indexSchemas(root, places, lookUp);
  const remarks: Remark[] = [...index.remarks];
  const version = typeof root.openapi === "string" && root.openapi.startsWith("3.0") ? "3.0" : "3.1";
  const traits = new Set<Trait>();
  const lowering: Lowering = {
    version,
    references: index.references,
    remark: (remark) => remarks.push(remark),
    trait: (trait) => traits.add(trait),
  };
  const lower = (schema: Json, pointer: Pointer): Json => lowerSchema(schema, pointer, lowering);
  let lowered = mapSchemas(root, "openapi", lower) as JsonObject;
  for (const [uri, schema] of index.added) lowered = { ...lowered, [uri]: lower(schema, joinPointer("", uri)) };
  for (const pointer of index.displaced) lowered = changeAt(lowered, pointer, (it) => lower(it, pointer)) as JsonObject;
  return { root: lowered, index, remarks, traits, dialectAt: dialects(index, lookUp, remarks), expectUsable, gapAt };
}

/** Where more stands beside a reference, that may be what cannot be used. */
function isBareReference(schema: Json | undefined): boolean {
  if (!isObject(schema) || typeof schema.$ref !== "string") return false;
  return Object.values(schema).every((it) => typeof it !== "object" || it === null);
}

/** A schema's dialect is the one that it names, or that the schema around it does. */
function dialects(
  { dialects }: SchemaIndex,
  lookUp: (uri: string) => Json | undefined,
  remarks: Remark[],
): (pointer: Pointer) => Dialect {
  const named = new Map<Pointer, Dialect>();
  for (const [pointer, uri] of dialects) {
    const dialect = dialectOf(uri, lookUp);
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

function changeAt(root: Json, pointer: Pointer, change: (value: Json) => Json): Json {
  const descend = (node: Json, tokens: readonly string[]): Json => {
    const [token, ...rest] = tokens;
    if (token === undefined) return change(node);
    if (Array.isArray(node)) return mapItems(node, (it, index) => (String(index) === token ? descend(it, rest) : it));
    return mapValues(node, (it, name) => (name === token ? descend(it, rest) : it));
  };
  return valueAt(root, pointer) === undefined || !isObject(root) ? root : descend(root, pointerTokens(pointer));
}
