import { asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { singularize, toPascalCase } from "./naming.js";

/**
 * Moves object schemas that occur more than once to components and replaces them by references. Only identical schemas are
 * shared.
 */
export function extractSharedSchemas(paths: JsonObject): { readonly paths: JsonObject; readonly schemas: JsonObject } {
  const counts = new Map<string, number>();
  mapSchemas(paths, (schema) => {
    visitSchemaKeys(schema, (text) => counts.set(text, (counts.get(text) ?? 0) + 1));
    return schema;
  });
  const candidates = new Map<string, SharedSchema>();
  mapSchemas(paths, (schema, name) => {
    countUses(schema, name, { counts, candidates });
    return schema;
  });
  const shared = new Map([...candidates].filter(([, { uses }]) => uses > 1));
  const names = chooseNames(shared);
  const replaced = mapSchemas(paths, (schema) => replaceShared(schema, names));
  const schemas = [...shared].map(([text, { schema }]): [string, Json] => [
    names.get(text) ?? "",
    replaceSharedBelow(schema, names),
  ]);
  return { paths: replaced, schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

type SharedSchema = { uses: number; readonly name: string; readonly schema: JsonObject };
type CountContext = { readonly counts: ReadonlyMap<string, number>; readonly candidates: Map<string, SharedSchema> };

/** Returns a key for comparing object schemas, independent of property order. Returns undefined for small schemas. */
function getSchemaKey(schema: Json): string | undefined {
  const properties = asObject(asObject(schema)?.properties);
  if (properties === undefined || Object.keys(properties).length < MIN_PROPERTIES) return undefined;
  return JSON.stringify(schema, (_, value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function visitSchemaKeys(schema: Json, visit: (text: string) => void): void {
  const text = getSchemaKey(schema);
  if (text !== undefined) visit(text);
  for (const [, child] of listChildSchemas(schema)) visitSchemaKeys(child, visit);
}

/** Counts the uses of each schema. Schemas inside a shared schema are counted only once. */
function countUses(schema: Json, name: string, context: CountContext): void {
  const text = getSchemaKey(schema);
  if (text !== undefined && (context.counts.get(text) ?? 0) > 1) {
    const candidate = context.candidates.get(text);
    if (candidate !== undefined) {
      candidate.uses += 1;
      return;
    }
    context.candidates.set(text, { uses: 1, name, schema: schema as JsonObject });
  }
  for (const [childName, child] of listChildSchemas(schema))
    countUses(child, GENERIC_NAMES.has(childName) ? name : childName, context);
}

function chooseNames(shared: ReadonlyMap<string, SharedSchema>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { name }] of shared) {
    const base = toPascalCase(name).replace(/^(?=\d|$)/, "Object");
    let unique = base;
    for (let n = 2; taken.has(unique); n += 1) unique = `${base}${n}`;
    taken.add(unique);
    names.set(text, unique);
  }
  return names;
}

function replaceShared(schema: Json, names: ReadonlyMap<string, string>): Json {
  const name = names.get(getSchemaKey(schema) ?? "");
  return name === undefined ? replaceSharedBelow(schema, names) : { $ref: `#/components/schemas/${name}` };
}

function replaceSharedBelow(schema: Json, names: ReadonlyMap<string, string>): Json {
  return mapChildren(schema, (child) => replaceShared(child, names));
}

/** Lists the child schemas with their names; array items and branches have an empty name. */
function listChildSchemas(schema: Json): [string, Json][] {
  const children: [string, Json][] = [];
  mapChildren(schema, (child, name) => {
    children.push([name, child]);
    return child;
  });
  return children;
}

function mapChildren(schema: Json, change: (child: Json, name: string) => Json): Json {
  if (!isObject(schema)) return schema;
  return mapFields(schema, {
    items: (items) => change(items, ""),
    contentSchema: (data) => change(data, ""),
    additionalProperties: (other) => change(other, ""),
    properties: (fields) => mapFields(fields, undefined, (field, name) => change(field, singularize(name))),
    anyOf: (all) => (Array.isArray(all) ? all.map((one: Json) => change(one, "")) : all),
  });
}

/** Maps the schemas of all bodies, with the name of the resource. */
function mapSchemas(paths: JsonObject, change: (schema: Json, name: string) => Json): JsonObject {
  return mapFields(paths, undefined, (item, path) => {
    const words = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
    const resource = singularize(words.at(-1) ?? "root");
    const content = (name: string) => (media: Json) =>
      mapFields(media, undefined, (it) =>
        mapFields(it, { schema: (schema) => change(schema, name), itemSchema: (schema) => change(schema, name) }),
      );
    const inOperation = (operation: Json): Json =>
      mapFields(operation, {
        requestBody: (body) => mapFields(body, { content: content(resource) }),
        responses: (responses) =>
          mapFields(responses, undefined, (response, status) =>
            mapFields(response, { content: content(/^[45]/.test(status) ? "error" : resource) }),
          ),
      });
    return mapFields(item, undefined, (operation, field) =>
      field === "additionalOperations" ? mapFields(operation, undefined, inOperation) : inOperation(operation),
    ) as JsonObject;
  }) as JsonObject;
}

/** Maps some fields of an object, or all fields if `fields` is undefined. */
function mapFields(
  value: Json,
  fields: Readonly<Record<string, (field: Json) => Json>> | undefined,
  all: (field: Json, name: string) => Json = (field) => field,
): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      fields === undefined ? all(field, name) : (fields[name]?.(field) ?? field),
    ]),
  );
}

const MIN_PROPERTIES = 2;
/** Names that are too generic for a component, including the empty name of array items. */
const GENERIC_NAMES: ReadonlySet<string> = new Set(
  " content data element embedded entry hit item list object page payload record response result row value".split(" "),
);
