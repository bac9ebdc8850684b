import { asArray, isObject, type Json, type JsonObject } from "../document/index.js";

/**
 * Removes the parts of a spec that Prism 5.14 handles incorrectly.
 *
 * - Webhooks have no use in a mock, and Prism would really send callbacks to the URL in a request.
 * - Servers with variables or a base path: Prism serves all paths below `/` on one host.
 * - A response without the field `description`, as OpenAPI 3.2 allows, gets it, because Prism ignores such a response.
 * - An object as the schema of Set-Cookie makes Prism end.
 * - A tuple closed by `items: false` makes its generator of values fail; a bound on the length says the same.
 */
export function createMockBundle(root: JsonObject): JsonObject {
  const { webhooks: _, ...rest } = root;
  return { ...(adaptNode(rest) as JsonObject), servers: [{ url: "/" }] };
}

function adaptNode(node: Json): Json {
  if (Array.isArray(node)) return node.map(adaptNode);
  if (!isObject(node)) return node;
  const adapted: Record<string, Json> = {};
  for (const [name, value] of Object.entries(node)) {
    if (isDropped(name, value)) continue;
    if (name === "responses" && isObject(value)) {
      adapted[name] = adaptResponses(value);
      continue;
    }
    // Examples are data, whatever words they hold.
    adapted[name] = name === "example" || name === "examples" || name === "default" ? value : adaptNode(value);
  }
  const tuple = asArray(node.prefixItems);
  if (tuple.length === 0 || node.items !== false) return adapted;
  const { items: _, ...open } = adapted;
  return { ...open, maxItems: tuple.length };
}

function adaptResponses(responses: JsonObject): Json {
  const entries = Object.entries(responses).map(([status, response]): [string, Json] => {
    const adapted = adaptNode(response);
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
