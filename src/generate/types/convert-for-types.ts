import {
  asArray,
  asObject,
  asString,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  type Operation,
  parsePointerFragment,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { isNullable } from "../../schema/registry/normalize-schema.js";

/**
 * Copies a document into the form that openapi-typescript reads, which knows no OpenAPI 3.2. Mappings name schemas by reference,
 * `itemSchema` becomes an array, and operations of further methods move to paths of their own (`formatPathType`).
 */
export function convertForTypes(document: Document): JsonObject {
  const root = liftDeepSchemas(mapObjects(document.root, { name: "", owner: "", document }) as JsonObject);
  if (document.version !== "3.2") return root;
  const paths: Record<string, Json> = { ...asObject(root.paths) };
  const webhooks: Record<string, Json> = { ...asObject(root.webhooks) };
  for (const { kind, method, path, pointer } of listOperations(document)) {
    if (!isFurtherMethod(method)) continue;
    const item = asObject(valueAt(root, pointer.replace(/\/(query|additionalOperations\/[^/]+)$/, "")));
    const shared = item?.parameters === undefined ? {} : { parameters: item.parameters };
    const types = kind === "path" ? paths : webhooks;
    types[formatFurtherPath(path, method)] = { ...shared, post: valueAt(root, pointer) ?? {} };
  }
  const others = root.webhooks === undefined ? {} : { webhooks: dropFurtherMethods(webhooks) };
  return { ...root, openapi: "3.1.0", paths: dropFurtherMethods(paths), ...others };
}

/** The type of an operation by its path in the types, where a method that OpenAPI 3.1 does not know is a `post`. */
export function formatPathType({ path, method }: Operation, table = "paths"): string {
  const isFurther = isFurtherMethod(method);
  const key = isFurther ? formatFurtherPath(path, method) : path;
  return `${table}[${JSON.stringify(key)}][${JSON.stringify(isFurther ? "post" : method.toLowerCase())}]`;
}

function dropFurtherMethods(items: JsonObject): JsonObject {
  const entries = Object.entries(items).map(([path, item]): [string, Json] => {
    if (!isObject(item)) return [path, item];
    const { additionalOperations: _, query: __, ...rest } = item;
    return [path, rest];
  });
  return Object.fromEntries(entries);
}

/** A percent sign of a method is replaced, because openapi-typescript decodes it. */
function formatFurtherPath(path: string, method: string): string {
  return `${path} (${method.replaceAll("%", "\\x25")})`;
}

/** The name of an operation in the types, where openapi-typescript replaces the character of a fragment. */
export function getTypeName(operationId: string): string {
  return operationId.replaceAll("#", "/");
}

function isFurtherMethod(method: string): boolean {
  return !/^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)$/.test(method);
}

/** Where an object stands: its name, and that of the object that contains it. */
type ObjectName = { readonly name: string; readonly owner: string; readonly document: Document };

function convertObject(value: JsonObject, at: ObjectName): JsonObject {
  const { name, owner, document } = at;
  if (name === "discriminator" && owner !== "properties") return convertDiscriminator(value);
  // The map of properties is no schema, but a property can have its name.
  if (name === "properties" && owner !== "properties") return value;
  if (isDiscriminatedByBranches(document, value)) {
    const { discriminator: _, ...rest } = value;
    return rest;
  }
  // Beside a reference, it has no effect in OpenAPI, but null is accepted (see normalize-schema.ts).
  if (isNullable(value) && typeof value.$ref === "string") return { nullable: true, allOf: [{ $ref: value.$ref }] };
  if (isObject(value.properties) || Array.isArray(value.allOf)) return declareRequired(document, value);
  if (value.in === "querystring" && isObject(value.content)) return convertQuerystring(value, value.content);
  const isMediaType = owner === "content" || owner === "mediaTypes";
  const { $ref } = value;
  if (isMediaType && typeof $ref === "string" && $ref.startsWith("#/components/mediaTypes/"))
    return mapObjects(resolvePointer(document, $ref.slice(1))?.value ?? {}, at) as JsonObject;
  if (!isMediaType || !isObject(value.itemSchema)) return value;
  const items = name.startsWith("text/event-stream") ? getDataSchema(value.itemSchema) : value.itemSchema;
  return { ...value, schema: { type: "array", items } };
}

/** Adds the properties that a schema requires and does not declare. Otherwise no value would have its type. */
function declareRequired(document: Document, schema: JsonObject): JsonObject {
  const missing = asArray(schema.required).filter(
    (name) => typeof name === "string" && !isDeclared(document, schema, name),
  );
  if (missing.length === 0) return schema;
  const added = Object.fromEntries(missing.map((name) => [name, {}]));
  return { ...schema, properties: { ...asObject(schema.properties), ...added } };
}

/** Whether a schema or one of its `allOf` declares a property. */
function isDeclared(document: Document, schema: JsonObject, name: string, depth = 0): boolean {
  if (Object.hasOwn(asObject(schema.properties) ?? {}, name)) return true;
  return asArray(schema.allOf).some((it) => {
    const part = follow(document, it);
    return part !== undefined && depth < MAX_DEPTH && isDeclared(document, part, name, depth + 1);
  });
}

const MAX_DEPTH = 20;

/** A whole query string becomes the only query parameter of its operation. */
function convertQuerystring(parameter: JsonObject, content: JsonObject): JsonObject {
  const { content: _, ...rest } = parameter;
  const [media] = Object.values(content);
  return { ...rest, in: "query", schema: asObject(media)?.schema ?? {} };
}

/** The client parses the data of an event, so that its type is that of the data. */
function getDataSchema({ properties, oneOf, anyOf }: JsonObject): JsonObject {
  const data = asObject(asObject(properties)?.data);
  const branches = asArray(oneOf ?? anyOf).filter(isObject);
  const isOpen = data === undefined || Object.keys(data).length === 0;
  if (isOpen && branches.length > 0) return { anyOf: branches.map(getDataSchema) };
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
export function isDiscriminatedByBranches(document: Document, { discriminator, oneOf, anyOf }: JsonObject): boolean {
  const name = asString(asObject(discriminator)?.propertyName);
  const branches = asArray(oneOf ?? anyOf);
  if (name === undefined || branches.length === 0) return false;
  return branches.every((branch) => {
    const property = asObject(follow(document, branch)?.properties)?.[name];
    const schema = follow(document, property);
    return schema?.const !== undefined || Array.isArray(schema?.enum);
  });
}

function follow(document: Document, value: Json | undefined): JsonObject | undefined {
  const pointer = parsePointerFragment(asString(asObject(value)?.$ref)?.slice(1) ?? "");
  return asObject(pointer === undefined || pointer === "" ? value : valueAt(document.root, pointer));
}

function mapObjects(value: Json, at: ObjectName): Json {
  const { name: owner, document } = at;
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, { name: "", owner, document }));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    mapObjects(item, { name: key, owner, document }),
  ]);
  return convertObject(Object.fromEntries(inner), at);
}

/**
 * Gives each schema that a `$ref` finds below another object, such as `#/components/schemas/Tag/allOf/0`, a name among the
 * components. openapi-typescript would write such a reference as members that the type does not have.
 */
function liftDeepSchemas(root: JsonObject): JsonObject {
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(asObject(asObject(root.components)?.schemas) ?? {}));
  const rewrite = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item)]));
    const pointer = getDeepSchema(value.$ref);
    if (pointer === undefined || valueAt(root, pointer) === undefined) return copy;
    const name = names.get(pointer) ?? createName(pointer, taken);
    names.set(pointer, name);
    return { ...copy, $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = rewrite(root) as JsonObject;
  // The named schemas refer to others, which get names while the loop runs.
  const named: Record<string, Json> = {};
  for (const [pointer, name] of names) named[name] = rewrite(valueAt(root, pointer) ?? {});
  if (names.size === 0) return root;
  const known = asObject(components) ?? {};
  return { ...rest, components: { ...known, schemas: { ...asObject(known.schemas), ...named } } };
}

/** The pointer of a schema that is no component. */
function getDeepSchema(reference: Json | undefined): string | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  const pointer = parsePointerFragment(reference.slice(1));
  if (pointer === undefined || /^\/components\/[^/]+\/[^/]+$/.test(pointer)) return undefined;
  return /^\/components\/schemas\/|\/schema(\/|$)/.test(pointer) ? pointer : undefined;
}

function createName(pointer: string, taken: Set<string>): string {
  const base = pointer
    .replace(/^\/components\/(schemas\/)?/, "")
    .replaceAll(/[^\w]+/g, "_")
    .replace(/^_/, "");
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}
