import { asArray, isObject, type Json, type JsonObject } from "../document/index.js";

/**
 * Removes the parts of a spec that Prism 5.14 handles incorrectly.
 *
 * - Webhooks have no use in a mock, and Prism would really send callbacks to the URL in a request.
 * - Servers with variables or a base path: Prism serves all paths below `/` on one host.
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
    // Examples are data, whatever words they hold.
    adapted[name] = name === "example" || name === "examples" || name === "default" ? value : adaptNode(value);
  }
  const tuple = asArray(node.prefixItems);
  if (tuple.length === 0 || node.items !== false) return adapted;
  const { items: _, ...open } = adapted;
  return { ...open, maxItems: tuple.length };
}

/** Checks the value too, because a schema property can have the same name. */
function isDropped(name: string, value: Json): boolean {
  if (name === "servers") return Array.isArray(value);
  return (
    name === "callbacks" && isObject(value) && Object.values(value).every((it) => isObject(it) && it.type === undefined)
  );
}
