import { asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { pascalCase, singular } from "./words.js";

/**
 * The paths of a description with the objects that are said twice or more, word for word, said once, as components. Objects
 * that only resemble each other stay apart.
 */
export function withSharedSchemas(paths: JsonObject): { readonly paths: JsonObject; readonly schemas: JsonObject } {
  const counts = new Map<string, number>();
  mapSchemas(paths, (schema) => {
    visit(schema, (text) => counts.set(text, (counts.get(text) ?? 0) + 1));
    return schema;
  });
  const found = new Map<string, Shared>();
  mapSchemas(paths, (schema, name) => {
    count(schema, name, { counts, found });
    return schema;
  });
  const shared = new Map([...found].filter(([, { uses }]) => uses > 1));
  const names = namesFor(shared);
  const written = mapSchemas(paths, (schema) => rewritten(schema, names));
  const schemas = [...shared].map(([text, { schema }]): [string, Json] => [
    names.get(text) ?? "",
    rewrittenBelow(schema, names),
  ]);
  return { paths: written, schemas: Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

type Shared = { uses: number; readonly name: string; readonly schema: JsonObject };
type Counting = { readonly counts: ReadonlyMap<string, number>; readonly found: Map<string, Shared> };

/** What an object is, for it to be the same as another: all but the order of its properties. Undefined for a small one. */
function textOf(schema: Json): string | undefined {
  const properties = asObject(asObject(schema)?.properties);
  if (properties === undefined || Object.keys(properties).length < FEWEST) return undefined;
  return JSON.stringify(schema, (_, value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function visit(schema: Json, note: (text: string) => void): void {
  const text = textOf(schema);
  if (text !== undefined) note(text);
  for (const [, below] of childrenOf(schema)) visit(below, note);
}

/** What stands in something shared is said once there. */
function count(schema: Json, name: string, counting: Counting): void {
  const text = textOf(schema);
  if (text !== undefined && (counting.counts.get(text) ?? 0) > 1) {
    const known = counting.found.get(text);
    if (known !== undefined) {
      known.uses += 1;
      return;
    }
    counting.found.set(text, { uses: 1, name, schema: schema as JsonObject });
  }
  for (const [below, child] of childrenOf(schema)) count(child, CONTAINERS.has(below) ? name : below, counting);
}

function namesFor(shared: ReadonlyMap<string, Shared>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [text, { name }] of shared) {
    const base = pascalCase(name).replace(/^(?=\d|$)/, "Object");
    let free = base;
    for (let n = 2; taken.has(free); n += 1) free = `${base}${n}`;
    taken.add(free);
    names.set(text, free);
  }
  return names;
}

function rewritten(schema: Json, names: ReadonlyMap<string, string>): Json {
  const name = names.get(textOf(schema) ?? "");
  return name === undefined ? rewrittenBelow(schema, names) : { $ref: `#/components/schemas/${name}` };
}

function rewrittenBelow(schema: Json, names: ReadonlyMap<string, string>): Json {
  return mapChildren(schema, (child) => rewritten(child, names));
}

/** The schemas in a schema, with the names that they go by: an item by none of its own. */
function childrenOf(schema: Json): [string, Json][] {
  const found: [string, Json][] = [];
  mapChildren(schema, (child, name) => {
    found.push([name, child]);
    return child;
  });
  return found;
}

function mapChildren(schema: Json, change: (child: Json, name: string) => Json): Json {
  if (!isObject(schema)) return schema;
  return mapped(schema, {
    items: (items) => change(items, ""),
    additionalProperties: (other) => change(other, ""),
    properties: (fields) => mapped(fields, undefined, (field, name) => change(field, singular(name))),
    anyOf: (all) => (Array.isArray(all) ? all.map((one: Json) => change(one, "")) : all),
  });
}

/** Every schema of a body, with the name of what it is about. */
function mapSchemas(paths: JsonObject, change: (schema: Json, name: string) => Json): JsonObject {
  return mapped(paths, undefined, (item, path) => {
    const words = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
    const resource = singular(words.at(-1) ?? "root");
    const content = (name: string) => (media: Json) =>
      mapped(media, undefined, (it) => mapped(it, { schema: (schema) => change(schema, name) }));
    return mapped(item, undefined, (operation) =>
      mapped(operation, {
        requestBody: (body) => mapped(body, { content: content(resource) }),
        responses: (responses) =>
          mapped(responses, undefined, (answer, status) =>
            mapped(answer, { content: content(/^[45]/.test(status) ? "error" : resource) }),
          ),
      }),
    ) as JsonObject;
  }) as JsonObject;
}

/** An object with some of its fields changed, or all of them. */
function mapped(
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

const FEWEST = 2;
/** Names that say nothing of what is in them; an item has none. */
const CONTAINERS: ReadonlySet<string> = new Set(
  " content data element embedded entry hit item list object page payload record response result row value".split(" "),
);
