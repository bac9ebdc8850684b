import { asArray, asObject, isObject, type Json } from "../../document/index.js";
import type { LintContext, SpecObject } from "../rule.js";
import { getLocalReferenceTarget } from "../walk-document.js";

/** Deeper nesting within one component is not looked at. */
const MAX_DEPTH = 50;

/**
 * The component schemas that no finite value can satisfy, since each value must hold another of its kind.
 *
 * Found from the other side: schemas that can end are taken away, and after each of them those that refer to it are looked
 * at again, until all that is left leads to itself. Where it is not plain that a schema forces something, it can end.
 */
export function findInfiniteSchemas({ document, references }: LintContext): string[] {
  const schemas = asObject(asObject(document.root.components)?.schemas) ?? {};
  // Only what is referred to from a schema can be part of a circle.
  const open = new Set<string>();
  const users = new Map<string, string[]>();
  for (const { object, kind, target } of references) {
    const name = kind === "schema" ? parseComponentName(target) : undefined;
    if (name === undefined || !Object.hasOwn(schemas, name)) continue;
    open.add(name);
    const user = findOwner(object);
    if (user === undefined) continue;
    const known = users.get(name);
    if (known === undefined) users.set(name, [user]);
    else known.push(user);
  }
  const waiting = [...open];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (!open.has(name) || !canEnd(schemas[name], open, 0)) continue;
    open.delete(name);
    for (const user of users.get(name) ?? []) waiting.push(user);
  }
  return [...open].sort();
}

function canEnd(schema: Json | undefined, open: ReadonlySet<string>, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return true;
  const target = getLocalReferenceTarget(schema.$ref);
  const name = target === undefined ? undefined : parseComponentName(target);
  if (name !== undefined && open.has(name)) return false;
  return listNeededSchemas(schema).every((alternatives) =>
    alternatives.some((alternative) => canEnd(alternative, open, depth + 1)),
  );
}

/** The component that something stands in. */
function findOwner(object: SpecObject): string | undefined {
  const { parent, steps } = object;
  if (parent === undefined) return undefined;
  return parent.kind === "components" && steps[0] === "schemas" ? steps[1] : findOwner(parent);
}

function parseComponentName(target: string): string | undefined {
  const [, name] = /^\/components\/schemas\/([^/]+)$/.exec(target) ?? [];
  return name?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What a value must hold: of each group, one of the schemas. */
function listNeededSchemas(schema: { readonly [name: string]: Json }): (Json | undefined)[][] {
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
