import { asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { singularize, toPascalCase } from "./naming.js";

/**
 * The paths of a description with the objects that are said twice or more, word for word, said once, as components. Objects
 * that only resemble each other stay apart.
 */
export function extractSharedSchemas(paths: JsonObject): { readonly paths: JsonObject; readonly schemas: JsonObject } {
  const counts = new Map<string, number>();
  mapSchemas(paths, (schema) => {
    visitSchemaKeys(schema, (text) => counts.set(text, (counts.get(text) ?? 0) + 1));
    return schema;
  });
  const found = new Map<string, SharedSchema>();
  mapSchemas(paths, (schema, name) => {
    countUses(schema, name, { counts, found });
    return schema;
  });
  const shared = new Map([...found].filter(([, { uses }]) => uses > 1));
  const names = chooseNames(shared);
  const written = mapSchemas(paths, (schema) => replaceShared(schema, names));
  const schemas = [...shared].map(([text, { schema }]): [string, Json] => [
    names.get(text) ?? "",
    replaceSharedBelow(schema, names),
  ]);
  return { paths: written, schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

type SharedSchema = { uses: number; readonly name: string; readonly schema: JsonObject };
type CountContext = { readonly counts: ReadonlyMap<string, number>; readonly found: Map<string, SharedSchema> };

/** What an object is, for it to be the same as another: all but the order of its properties. Undefined for a small one. */
function getSchemaKey(schema: Json): string | undefined {
  const properties = asObject(asObject(schema)?.properties);
  if (properties === undefined || Object.keys(properties).length < MIN_PROPERTIES) return undefined;
  return JSON.stringify(schema, (_, value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function visitSchemaKeys(schema: Json, note: (text: string) => void): void {
  const text = getSchemaKey(schema);
  if (text !== undefined) note(text);
  for (const [, below] of listChildSchemas(schema)) visitSchemaKeys(below, note);
}

/** What stands in something shared is said once there. */
function countUses(schema: Json, name: string, counting: CountContext): void {
  const text = getSchemaKey(schema);
  if (text !== undefined && (counting.counts.get(text) ?? 0) > 1) {
    const known = counting.found.get(text);
    if (known !== undefined) {
      known.uses += 1;
      return;
    }
    counting.found.set(text, { uses: 1, name, schema: schema as JsonObject });
  }
  for (const [below, child] of listChildSchemas(schema))
    countUses(child, GENERIC_NAMES.has(below) ? name : below, counting);
}

function chooseNames(shared: ReadonlyMap<string, SharedSchema>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { name }] of shared) {
    const base = toPascalCase(name).replace(/^(?=\d|$)/, "Object");
    let free = base;
    for (let n = 2; taken.has(free); n += 1) free = `${base}${n}`;
    taken.add(free);
    names.set(text, free);
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

/** The schemas in a schema, with the names that they go by: an item by none of its own. */
function listChildSchemas(schema: Json): [string, Json][] {
  const found: [string, Json][] = [];
  mapChildren(schema, (child, name) => {
    found.push([name, child]);
    return child;
  });
  return found;
}

function mapChildren(schema: Json, change: (child: Json, name: string) => Json): Json {
  if (!isObject(schema)) return schema;
  return mapFields(schema, {
    items: (items) => change(items, ""),
    additionalProperties: (other) => change(other, ""),
    properties: (fields) => mapFields(fields, undefined, (field, name) => change(field, singularize(name))),
    anyOf: (all) => (Array.isArray(all) ? all.map((one: Json) => change(one, "")) : all),
  });
}

/** Every schema of a body, with the name of what it is about. */
function mapSchemas(paths: JsonObject, change: (schema: Json, name: string) => Json): JsonObject {
  return mapFields(paths, undefined, (item, path) => {
    const words = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
    const resource = singularize(words.at(-1) ?? "root");
    const content = (name: string) => (media: Json) =>
      mapFields(media, undefined, (it) => mapFields(it, { schema: (schema) => change(schema, name) }));
    return mapFields(item, undefined, (operation) =>
      mapFields(operation, {
        requestBody: (body) => mapFields(body, { content: content(resource) }),
        responses: (responses) =>
          mapFields(responses, undefined, (answer, status) =>
            mapFields(answer, { content: content(/^[45]/.test(status) ? "error" : resource) }),
          ),
      }),
    ) as JsonObject;
  }) as JsonObject;
}

/** An object with some of its fields changed, or all of them. */
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
/** Names that say nothing of what is in them; an item has none. */
const GENERIC_NAMES: ReadonlySet<string> = new Set(
  " content data element embedded entry hit item list object page payload record response result row value".split(" "),
);
