import {
  asArray,
  asObject,
  type Document,
  getLocalReferenceTarget,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  type Operation,
  resolvePointer,
  valueAt,
} from "../document/index.js";
import { mapObjects, type ObjectKind } from "../document/structure.js";

/**
 * Removes the parts of a spec that Prism 5.14 handles incorrectly.
 *
 * - Webhooks have no use in a mock, and Prism would really send callbacks to the URL in a request.
 * - Servers with variables or a base path: Prism serves all paths below `/` on one host.
 * - A response without the field `description`, as OpenAPI 3.2 allows, gets it, because Prism ignores such a response.
 * - An object as the schema of Set-Cookie makes Prism end.
 * - Security schemes by URI, of which only components are read, get their names.
 * - References to media types and examples with `dataValue` or `serializedValue`, which Prism does not know, are rewritten.
 * - A tuple closed by `items: false` makes its generator of values fail; a bound on the length says the same.
 */
export function createMockBundle(root: JsonObject): JsonObject {
  const { webhooks: _, ...rest } = root;
  const adapt = (node: Json, kind: ObjectKind): Json => {
    const adapted = mapObjects(kind === "mediaType" ? resolveMediaType(node, root) : node, kind, adapt);
    return isObject(adapted) ? (ADAPTATIONS[kind]?.(adapted) ?? adapted) : adapted;
  };
  return { ...(adapt(rest, "openapi") as JsonObject), servers: [{ url: "/" }] };
}

const ADAPTATIONS: Partial<Record<ObjectKind, (object: JsonObject) => JsonObject>> = {
  openapi: nameSchemes,
  components: ({ callbacks: _, ...rest }) => rest,
  pathItem: ({ servers: _, ...rest }) => rest,
  operation: ({ servers: _, callbacks: __, ...rest }) => nameSchemes(rest),
  response: (response) => (response.$ref === undefined ? adaptResponse(response) : response),
  example: (example) => {
    const { dataValue, serializedValue, ...rest } = example;
    const value = dataValue ?? serializedValue;
    return example.value !== undefined || value === undefined ? example : { ...rest, value };
  },
  schema: (schema) => {
    const { items, ...open } = schema;
    const tuple = asArray(schema.prefixItems);
    return tuple.length > 0 && items === false ? { ...open, maxItems: tuple.length } : schema;
  },
};

/** Names security schemes of the components, which OpenAPI 3.2 also allows to name by URI. */
function nameSchemes(object: JsonObject): JsonObject {
  if (!Array.isArray(object.security)) return object;
  const name = (key: string): string => key.replace(/^#\/components\/securitySchemes\//, "");
  const security = object.security.map((requirement: Json) =>
    isObject(requirement)
      ? Object.fromEntries(Object.entries(requirement).map(([key, scopes]) => [name(key), scopes]))
      : requirement,
  );
  return { ...object, security };
}

function resolveMediaType(media: Json, root: JsonObject): Json {
  const target = getLocalReferenceTarget(asObject(media)?.$ref);
  if (target?.startsWith("/components/mediaTypes/") !== true) return media;
  return valueAt(root, target) === undefined ? {} : (resolvePointer({ root }, target)?.value ?? media);
}

function adaptResponse(response: JsonObject): JsonObject {
  const isObjectCookie = ([name, header]: [string, Json]): boolean =>
    name.toLowerCase() === "set-cookie" && asObject(asObject(header)?.schema)?.type === "object";
  const described = { description: "", ...response };
  if (!isObject(response.headers)) return described;
  const headers = Object.fromEntries(Object.entries(response.headers).filter((it) => !isObjectCookie(it)));
  return { ...described, headers };
}

const PRISM_METHODS: ReadonlySet<string> = new Set("GET POST PUT PATCH DELETE HEAD OPTIONS TRACE".split(" "));

/** Lists what Prism does not serve of OpenAPI 3.2: other methods, streams, parts by position, and some parameters and headers. */
export function listMockLimitations(document: Document): string[] {
  return listOperations(document).flatMap((operation): string[] => {
    const name = `${operation.method} ${operation.path}`;
    if (operation.kind !== "path") return [];
    if (!PRISM_METHODS.has(operation.method)) return [`${name}: Prism does not know the method`];
    return [...listOperationLimits(document, operation)].map((limit) => `${name}: ${limit}`);
  });
}

function* listOperationLimits(
  { root }: Document,
  { responses, parameters, requestBody }: Operation,
): Generator<string, void> {
  const streams = responses.flatMap(({ content }) =>
    content.flatMap(({ range, schema, itemSchema }) =>
      schema === undefined && itemSchema !== undefined ? [range] : [],
    ),
  );
  if (streams.length > 0)
    yield `the body of ${[...new Set(streams)].join(", ")} is empty, because Prism does not read itemSchema`;
  const byPosition = (requestBody?.content ?? []).filter(({ pointer }) => {
    const media = asObject(valueAt(root, pointer));
    return media?.prefixEncoding !== undefined || media?.itemEncoding !== undefined;
  });
  if (byPosition.length > 0)
    yield `Prism does not read the parts of ${byPosition.map(({ range }) => range).join(", ")} by position`;
  if (parameters.some((parameter) => parameter.in === "querystring")) yield "Prism does not check the query string";
  for (const { name, style } of parameters) if (style === "cookie") yield `Prism does not check the cookie ${name}`;
  const cookies = responses.flatMap(({ headers }) => headers.filter(({ name }) => /^set-cookie$/i.test(name)));
  if (cookies.some(({ schema = "" }) => asObject(valueAt(root, schema))?.type === "object"))
    yield "Prism does not send Set-Cookie";
}
