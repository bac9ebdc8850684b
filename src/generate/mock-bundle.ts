import { asArray, asObject, isObject, type Json, type JsonObject } from "../document/index.js";

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
  const mediaTypes = asObject(asObject(root.components)?.mediaTypes) ?? {};
  return { ...(adaptNode(rest, mediaTypes) as JsonObject), servers: [{ url: "/" }] };
}

function adaptNode(node: Json, mediaTypes: JsonObject): Json {
  if (Array.isArray(node)) return node.map((it) => adaptNode(it, mediaTypes));
  if (!isObject(node)) return node;
  const adapted: Record<string, Json> = {};
  for (const [name, value] of Object.entries(node)) {
    if (isDropped(name, value)) continue;
    if (name === "responses" && isObject(value)) {
      adapted[name] = adaptResponses(value, mediaTypes);
      continue;
    }
    if (name === "security" && Array.isArray(value)) {
      adapted[name] = value.map(nameSchemes);
      continue;
    }
    // Examples are data, whatever words they hold.
    if (name === "example" || name === "examples" || name === "default") adapted[name] = value;
    else adapted[name] = adaptNode(name === "content" ? adaptContent(value, mediaTypes) : value, mediaTypes);
  }
  const tuple = asArray(node.prefixItems);
  if (tuple.length === 0 || node.items !== false) return adapted;
  const { items: _, ...open } = adapted;
  return { ...open, maxItems: tuple.length };
}

/** Names security schemes of the components, which OpenAPI 3.2 also allows to name by URI. */
function nameSchemes(requirement: Json): Json {
  const name = (key: string): string => key.replace(/^#\/components\/securitySchemes\//, "");
  if (!isObject(requirement)) return requirement;
  return Object.fromEntries(Object.entries(requirement).map(([key, scopes]) => [name(key), scopes]));
}

function mapObject(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** Resolves references to media types, and rewrites their examples. */
function adaptContent(content: Json, mediaTypes: JsonObject): Json {
  const prefix = "#/components/mediaTypes/";
  const adaptMedia = (media: Json, hops = 0): Json => {
    if (!isObject(media)) return media;
    const { $ref, examples } = media;
    if (typeof $ref === "string" && $ref.startsWith(prefix) && hops < MAX_HOPS)
      return adaptMedia(
        mediaTypes[$ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~")] ?? {},
        hops + 1,
      );
    return isObject(examples) ? { ...media, examples: mapObject(examples, adaptExample) } : media;
  };
  return isObject(content) ? mapObject(content, (media) => adaptMedia(media)) : content;
}

const MAX_HOPS = 50;

function adaptExample(example: Json): Json {
  if (!isObject(example) || example.value !== undefined) return example;
  const { dataValue, serializedValue, ...rest } = example;
  const value = dataValue ?? serializedValue;
  return value === undefined ? example : { ...rest, value };
}

function adaptResponses(responses: JsonObject, mediaTypes: JsonObject): Json {
  const entries = Object.entries(responses).map(([status, response]): [string, Json] => {
    const adapted = adaptNode(response, mediaTypes);
    // A property with this name holds a schema.
    const isResponse = /^([1-5](\d\d|XX)|default)$/i.test(status) && isObject(adapted) && adapted.$ref === undefined;
    return [status, isResponse ? { description: "", ...adapted } : adapted];
  });
  return Object.fromEntries(entries);
}

/** Checks the value too, because a schema property can have the same name. */
function isDropped(name: string, value: Json): boolean {
  if (name === "servers") return Array.isArray(value);
  if (name.toLowerCase() === "set-cookie")
    return isObject(value) && isObject(value.schema) && value.schema.type === "object";
  return (
    name === "callbacks" && isObject(value) && Object.values(value).every((it) => isObject(it) && it.type === undefined)
  );
}
