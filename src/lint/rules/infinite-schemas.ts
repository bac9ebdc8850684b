import { asArray, asObject, isObject, type Json } from "../../document/index.js";
import { isNullable } from "../../schema/registry/normalize-schema.js";
import type { LintContext, SpecObject } from "../rule.js";
import { getLocalReferenceTarget } from "../walk-document.js";

/** Deeper nesting within one component is not checked. */
const MAX_DEPTH = 50;

/**
 * Finds the component schemas that no finite value can match, because each value must contain another one.
 *
 * The search removes schemas with finite values, then checks the schemas that refer to them again. The remaining ones are
 * infinite. Schemas count as finite unless they clearly require another one.
 */
export function findInfiniteSchemas({ document, references }: LintContext): string[] {
  const schemas = asObject(asObject(document.root.components)?.schemas) ?? {};
  // Only schemas that another schema refers to can be part of a cycle.
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

/** Returns the component that contains an object. */
function findOwner(object: SpecObject): string | undefined {
  const { parent, steps } = object;
  if (parent === undefined) return undefined;
  return parent.kind === "components" && steps[0] === "schemas" ? steps[1] : findOwner(parent);
}

function parseComponentName(target: string): string | undefined {
  const [, name] = /^\/components\/schemas\/([^/]+)$/.exec(target) ?? [];
  return name?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Lists the schemas that a value must match: one of each group. */
function listNeededSchemas(schema: { readonly [name: string]: Json }): (Json | undefined)[][] {
  const groups: (Json | undefined)[][] = asArray(schema.allOf).map((part) => [part]);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = asArray(schema[keyword]);
    if (branches.length > 0) groups.push([...branches]);
  }
  if (schema.type === "object" && !isNullable(schema)) {
    const properties = asObject(schema.properties) ?? {};
    for (const name of asArray(schema.required)) {
      if (typeof name === "string" && Object.hasOwn(properties, name)) groups.push([properties[name]]);
    }
  }
  if (schema.type === "array" && !isNullable(schema) && typeof schema.minItems === "number" && schema.minItems > 0)
    groups.push([schema.items]);
  return groups;
}
