import { asObject, isObject, type Json, type JsonObject, parsePointerFragment, valueAt } from "../../document/index.js";

/**
 * Gives each schema that a `$ref` finds below another object, such as `#/components/schemas/Tag/allOf/0`, a name among the
 * components. openapi-typescript would write such a reference as members that the type does not have.
 */
export function liftDeepSchemas(root: JsonObject): JsonObject {
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
