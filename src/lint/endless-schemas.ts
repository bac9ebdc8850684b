import { asArray, asObject, isObject, type Json } from "../document/index.js";
import type { Lint } from "./rule.js";
import { referenceTarget } from "./walk.js";

/**
 * The component schemas that no finite value can satisfy, since each value must hold another of its kind.
 *
 * Found from the other side: schemas that can end are collected until there are no more. Where it is not plain that a
 * schema forces something, it is taken to end.
 */
export function endlessSchemas({ document, references }: Lint): string[] {
  const schemas = asObject(asObject(document.root.components)?.schemas) ?? {};
  // Only what is referred to from a schema can be part of a circle.
  const open = new Set(
    references.flatMap(({ kind, target }) => {
      const name = kind === "schema" ? componentNamed(target) : undefined;
      return name !== undefined && Object.hasOwn(schemas, name) ? [name] : [];
    }),
  );
  const endsAt = (schema: Json | undefined, depth: number): boolean => {
    if (!isObject(schema) || depth > 50) return true;
    return reasons(schema).every((ways) => ways.some((way) => endsAt(way, depth + 1))) && referenceEnds(schema);
  };
  const referenceEnds = ({ $ref }: { readonly $ref?: Json }): boolean => {
    const target = referenceTarget($ref);
    const name = target === undefined ? undefined : componentNamed(target);
    return name === undefined || !open.has(name);
  };
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const name of open) if (endsAt(schemas[name], 0)) open.delete(name);
  }
  return [...open].sort();
}

function componentNamed(target: string): string | undefined {
  const [, name] = /^\/components\/schemas\/([^/]+)$/.exec(target) ?? [];
  return name?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What a value must hold: of each group, one of the schemas. */
function reasons(schema: { readonly [name: string]: Json }): (Json | undefined)[][] {
  const groups: (Json | undefined)[][] = asArray(schema.allOf).map((part) => [part]);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = asArray(schema[keyword]);
    if (branches.length > 0) groups.push([...branches]);
  }
  if (schema.type === "object" && schema.nullable !== true) {
    const properties = asObject(schema.properties) ?? {};
    for (const name of asArray(schema.required)) {
      if (typeof name === "string" && Object.hasOwn(properties, name)) groups.push([properties[name]]);
    }
  }
  if (schema.type === "array" && schema.nullable !== true && typeof schema.minItems === "number" && schema.minItems > 0)
    groups.push([schema.items]);
  return groups;
}
