import { listSubschemas, type Subschema } from "../../document/applicators.js";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  parsePointer,
  singularize,
  takeName,
  valueAt,
} from "../../document/index.js";
import { listSchemas, mapInnerSchemas, mapSchemas } from "../../document/structure.js";
import { buildPathItem } from "./build-operation.js";
import { inferSecuritySchemes } from "./infer-security.js";
import { toPascalCase } from "./naming.js";
import type { PossibleFormats } from "./shape-schema.js";
import { OPERATION_METHODS, type UndocumentedPath } from "./undocumented-paths.js";
import { isInferredFormat } from "./value-shape.js";

/** Creates a spec without paths. The servers apply to all paths without their own. */
export function createEmptySpec(servers: readonly string[], title: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0", description: SPEC_DESCRIPTION },
    servers: servers.map((url) => ({ url })),
    paths: {},
  };
}

/** Infers a complete spec from observations: OpenAPI 3.2 if a method needs it, otherwise 3.1. The result is deterministic. */
export function inferSpec(empty: JsonObject, observed: readonly UndocumentedPath[]): JsonObject {
  const requests = observed.flatMap(({ operations }) =>
    [...operations.values()].map(({ accepted, rejected }) => (accepted.count > 0 ? accepted : rejected)),
  );
  const securitySchemes = inferSecuritySchemes(requests);
  const root = { ...empty, components: { securitySchemes } };
  const methods = observed.flatMap(({ operations }) => [...operations.keys()]);
  const version = methods.every((method) => OPERATION_METHODS.includes(method)) ? "3.1" : "3.2";
  const context = { version, root, ids: new Set<string>(), possibleFormats: new Map() } as const;
  const pathItems = Object.fromEntries(observed.map((path) => [path.template, buildPathItem(path, context)]));
  const { paths, schemas } = extractSharedSchemas(pathItems, context.possibleFormats);
  const components: [string, Json][] = Object.entries({ schemas, securitySchemes });
  const nonEmpty = components.filter(([, it]) => Object.keys(it as JsonObject).length > 0);
  return {
    ...empty,
    openapi: `${version}.0`,
    paths,
    ...(nonEmpty.length === 0 ? {} : { components: Object.fromEntries(nonEmpty) }),
  };
}

const SPEC_DESCRIPTION =
  "Inferred from recorded traffic. It contains only observed operations, parameters and properties, with their types and formats. Enums, lengths and value ranges are not inferred.";

/**
 * Moves object schemas that occur more than once to components and replaces them by references. Only schemas that are equal,
 * except for inferred formats, are shared: a few values are no evidence of a format that other values of the same kind have.
 */
export function extractSharedSchemas(paths: JsonObject, possibleFormats: PossibleFormats = new Map()) {
  const equal = new Map<string, Json[]>();
  const bodies = listSchemas(paths, "paths");
  for (const [, schema] of bodies) collectEqual(schema, equal);
  const candidates = new Map<string, SharedSchema>();
  for (const [pointer, schema] of bodies) countUses(schema, nameBody(pointer), { equal, candidates });
  const shared = new Map([...candidates].filter(([, { uses }]) => uses > 1));
  const names = chooseNames(shared);
  const schemas = [...shared.keys()].map((text): [string, Json] => [
    names.get(text) ?? "",
    replaceSharedBelow(unifyFormats(equal.get(text) ?? [], possibleFormats), names),
  ]);
  return {
    paths: mapSchemas(paths, "paths", (schema) => replaceShared(schema, names)) as JsonObject,
    schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

type SharedSchema = { uses: number; readonly name: string };
type CountContext = {
  readonly equal: ReadonlyMap<string, readonly Json[]>;
  readonly candidates: Map<string, SharedSchema>;
};

/** Returns a key for comparing object schemas, independent of property order. Returns undefined for small schemas. */
function getSchemaKey(schema: Json): string | undefined {
  const properties = asObject(asObject(schema)?.properties);
  if (properties === undefined || Object.keys(properties).length < MIN_PROPERTIES) return undefined;
  return JSON.stringify(schema, (name, value: Json) => {
    if (name === "format" && isInferredFormat(value)) return undefined;
    if (name === "required" && Array.isArray(value)) return value.toSorted();
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
}

function collectEqual(schema: Json, equal: Map<string, Json[]>): void {
  const text = getSchemaKey(schema);
  if (text !== undefined) equal.set(text, [...(equal.get(text) ?? []), schema]);
  for (const { schema: child } of listChildren(schema)) collectEqual(child, equal);
}

/** Combines schemas that differ only in formats. A format stays if all values of all schemas have it. */
function unifyFormats(schemas: readonly Json[], possible: PossibleFormats): Json {
  const [first = null] = schemas;
  const listAt = (pointer: Pointer): Json[] => schemas.map((it) => valueAt(it, pointer) ?? null);
  const schema = mapInnerSchemas(first, "schema", (_, pointer) => unifyFormats(listAt(pointer), possible));
  const formats = schemas.map((it) => asObject(it)?.format);
  const format = formats.find((name) =>
    schemas.every((it, index) => formats[index] === name || possible.get(it)?.includes(String(name))),
  );
  if (!isObject(schema) || schema.format === format) return schema;
  const { format: _, ...others } = schema;
  return format === undefined ? others : { ...others, format };
}

/** Counts the uses of each schema. Schemas inside a shared schema are counted only once. */
function countUses(schema: Json, name: string, context: CountContext): void {
  const text = getSchemaKey(schema);
  if (text !== undefined && (context.equal.get(text)?.length ?? 0) > 1) {
    const candidate = context.candidates.get(text);
    if (candidate !== undefined) {
      candidate.uses += 1;
      return;
    }
    context.candidates.set(text, { uses: 1, name });
  }
  for (const { schema: child, applies, token = "" } of listChildren(schema)) {
    const childName = applies === "property" ? singularize(token) : "";
    countUses(child, GENERIC_NAMES.has(childName) ? name : childName, context);
  }
}

function chooseNames(shared: ReadonlyMap<string, SharedSchema>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { name }] of shared)
    names.set(text, takeName(toPascalCase(name).replace(/^(?=\d|$)/, "Object"), taken));
  return names;
}

function replaceShared(schema: Json, names: ReadonlyMap<string, string>): Json {
  const name = names.get(getSchemaKey(schema) ?? "");
  return name === undefined ? replaceSharedBelow(schema, names) : { $ref: `#/components/schemas/${name}` };
}

function replaceSharedBelow(schema: Json, names: ReadonlyMap<string, string>): Json {
  return mapInnerSchemas(schema, "schema", (child) => replaceShared(child, names));
}

function listChildren(schema: Json): readonly Subschema[] {
  return isObject(schema) ? listSubschemas(schema) : [];
}

/** The name of the resource that a body at a pointer describes, or `error`. */
function nameBody(pointer: Pointer): string {
  const [path = "", ...steps] = parsePointer(pointer);
  if (/^[45]/.test(steps[steps.indexOf("responses") + 1] ?? "")) return "error";
  const words = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  return singularize(words.at(-1) ?? "root");
}

const MIN_PROPERTIES = 2;
/** Names that are too generic for a component, including the empty name of array items. */
const GENERIC_NAMES: ReadonlySet<string> = new Set(
  " content data element embedded entry hit item list object page payload record response result row value".split(" "),
);
