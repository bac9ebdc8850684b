import {
  asArray,
  asObject,
  asString,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  parsePointerFragment,
  valueAt,
} from "../document/index.js";

/**
 * Copies a document into the form that openapi-typescript reads, which knows no OpenAPI 3.2. Mappings name schemas by reference,
 * `itemSchema` becomes an array, and operations of further methods move to paths of their own (`getTypePath`).
 */
export function convertForTypes(document: Document): JsonObject {
  const root = mapObjects(document, document.root, { name: "", owner: "" }) as JsonObject;
  if (document.version !== "3.2") return root;
  const paths: Record<string, Json> = { ...asObject(root.paths) };
  for (const operation of listOperations(document)) {
    if (!isFurtherMethod(operation.method) || operation.kind === "webhook") continue;
    const item = asObject(asObject(root.paths)?.[operation.path]);
    const own = operation.method === "QUERY" ? item?.query : asObject(item?.additionalOperations)?.[operation.method];
    if (own === undefined) continue;
    const shared = item?.parameters === undefined ? {} : { parameters: item.parameters };
    paths[getTypePath(operation)] = { ...shared, post: own };
  }
  return { ...root, openapi: "3.1.0", paths };
}

/** The path in the types of an operation whose method OpenAPI 3.1 does not know, where it is a `post`. */
export function getTypePath({ path, method }: { readonly path: string; readonly method: string }): string {
  return isFurtherMethod(method) ? `${path} (${method})` : path;
}

/** The name of an operation in the types, where openapi-typescript replaces the character of a fragment. */
export function getTypeName(operationId: string): string {
  return operationId.replaceAll("#", "/");
}

function isFurtherMethod(method: string): boolean {
  return !/^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/.test(method);
}

/** Where an object stands: its name, and that of the object that contains it. */
type ObjectName = { readonly name: string; readonly owner: string };

function convertObject(document: Document, value: JsonObject, { name, owner }: ObjectName): JsonObject {
  if (name === "discriminator" && owner !== "properties") return convertDiscriminator(value);
  // The map of properties is no schema, but a property can have its name.
  if (name === "properties" && owner !== "properties") return value;
  if (isDiscriminatedByBranches(document, value)) {
    const { discriminator: _, ...rest } = value;
    return rest;
  }
  if (isObject(value.properties)) return declareRequired(value);
  const isMediaType = owner === "content" || owner === "mediaTypes";
  if (!isMediaType || !isObject(value.itemSchema)) return value;
  const items = name.startsWith("text/event-stream") ? getDataSchema(value.itemSchema) : value.itemSchema;
  return { ...value, schema: { type: "array", items } };
}

/** Adds the properties that a schema requires and does not declare. Otherwise no value would have its type. */
function declareRequired(schema: JsonObject): JsonObject {
  const properties = asObject(schema.properties) ?? {};
  const missing = asArray(schema.required).filter(
    (name) => typeof name === "string" && !Object.hasOwn(properties, name),
  );
  if (missing.length === 0) return schema;
  return { ...schema, properties: { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) } };
}

/** The client parses the data of an event, so that its type is that of the data. */
function getDataSchema({ properties }: JsonObject): JsonObject {
  const data = asObject(asObject(properties)?.data);
  return asObject(data?.contentSchema) ?? data ?? {};
}

function convertDiscriminator(value: JsonObject): JsonObject {
  const mapping = asObject(value.mapping);
  if (mapping === undefined) return value;
  const entries = Object.entries(mapping).map(([name, target]): [string, Json] => {
    const isName = typeof target === "string" && /^[\w.-]+$/.test(target);
    return [name, isName ? `#/components/schemas/${target}` : target];
  });
  return { ...value, mapping: Object.fromEntries(entries) };
}

/**
 * Whether each branch lists its values of the discriminating property itself. openapi-typescript would replace these by the names
 * of schemas, which are other values if the spec has no mapping.
 */
function isDiscriminatedByBranches(document: Document, { discriminator, oneOf, anyOf }: JsonObject): boolean {
  const name = asString(asObject(discriminator)?.propertyName);
  const branches = asArray(oneOf ?? anyOf);
  if (name === undefined || branches.length === 0) return false;
  return branches.every((branch) => {
    const pointer = parsePointerFragment(asString(asObject(branch)?.$ref)?.slice(1) ?? "");
    const schema = pointer === undefined || pointer === "" ? branch : valueAt(document.root, pointer);
    const property = asObject(asObject(asObject(schema)?.properties)?.[name]);
    return property?.const !== undefined || Array.isArray(property?.enum);
  });
}

function mapObjects(document: Document, value: Json, { name, owner }: ObjectName): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(document, item, { name: "", owner: name }));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    mapObjects(document, item, { name: key, owner: name }),
  ]);
  return convertObject(document, Object.fromEntries(inner), { name, owner });
}
