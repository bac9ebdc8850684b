import { isObject, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import type { Schemas } from "../validation/schemas.js";
import type { Choice } from "./applicable-schema.js";
import {
  createMergedSchemaCache,
  listDeclaredProperties,
  type MergedSchema,
  type MergedSchemaCache,
} from "./merged-schema.js";

/** Data that passes validation but is undocumented, or excluded from messages of this direction. */
export type Undeclared = {
  readonly kind: "undeclared" | "not-in-enum" | "read-only" | "write-only";
  /** The declaration that does not list it, or the `readOnly` or `writeOnly` keyword that excludes it. */
  readonly pointer: Pointer;
  readonly instance: Pointer;
  /** The property, or the value that is not in `x-extensible-enum`. */
  readonly name: string;
  /** The names or values that the spec lists there. */
  readonly declared: readonly string[];
};

/** Collects the {@link Undeclared} data of a value against the schema at `pointer`. */
export type CollectUndeclared = (pointer: Pointer, direction: MessageDirection, value: unknown) => Undeclared[];

export function createUndeclaredCollector(schemas: Schemas): CollectUndeclared {
  const cache = createMergedSchemaCache(schemas.root);
  return (pointer, direction, value) => {
    const walk: UndeclaredWalk = { schemas, cache, direction, path: [], found: [] };
    visitValue(walk, cache.at([pointer]), value);
    return walk.found;
  };
}

type UndeclaredWalk = {
  readonly schemas: Schemas;
  readonly cache: MergedSchemaCache;
  readonly direction: MessageDirection;
  readonly path: (string | number)[];
  readonly found: Undeclared[];
};

function visitValue(walk: UndeclaredWalk, merged: MergedSchema, value: unknown): void {
  if (typeof value === "boolean") return;
  // Fast path: most values have no branches to resolve.
  const { schema: resolved, isOpen } =
    merged.choices.length === 0 ? { schema: merged, isOpen: false } : resolveBranches(walk, merged, value);
  if (typeof value === "string" || typeof value === "number") visitScalar(walk, resolved, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) visitChild(walk, walk.cache.item(resolved, index), item, index);
  else if (isObject(value)) {
    const discriminated = addDiscriminatedSchemas(walk, { schema: resolved, isOpen }, value);
    visitObject(walk, discriminated.schema, value, discriminated.isOpen);
  }
}

type ResolvedBranches = { readonly schema: MergedSchema; readonly isOpen: boolean };

/** Adds the schemas that discriminators name. They never affect validity, but their properties count as declared. */
function addDiscriminatedSchemas(walk: UndeclaredWalk, before: ResolvedBranches, value: JsonObject): ResolvedBranches {
  const { discriminators, applicableSchemas, pointers } = before.schema;
  if (discriminators.length === 0) return before;
  const derived = discriminators.flatMap((it) => resolveDiscriminator(walk.schemas.root, it, value) ?? []);
  const added = derived.filter((pointer) => applicableSchemas.every((it) => it.pointer !== pointer));
  if (added.length === 0) return before;
  const { schema: resolved, isOpen } = resolveBranches(walk, walk.cache.at([...pointers, ...added]), value);
  return addDiscriminatedSchemas(walk, { schema: resolved, isOpen: isOpen || before.isOpen }, value);
}

function visitChild(walk: UndeclaredWalk, merged: MergedSchema | null, value: unknown, token: string | number): void {
  if (merged === null) return;
  walk.path.push(token);
  visitValue(walk, merged, value);
  walk.path.pop();
}

function visitScalar(walk: UndeclaredWalk, { extensible }: MergedSchema, scalar: string | number): void {
  if (extensible === undefined || extensible.known.has(scalar)) return;
  const instance = joinPointer("", ...walk.path);
  walk.found.push({
    kind: "not-in-enum",
    pointer: extensible.pointer,
    instance,
    name: String(scalar),
    declared: extensible.values,
  });
}

function visitObject(walk: UndeclaredWalk, merged: MergedSchema, object: JsonObject, isOpen: boolean): void {
  for (const name of Object.keys(object)) {
    const child = walk.cache.child(merged, name);
    if (child !== null) {
      collectMarkedProperty(walk, child, name);
      visitChild(walk, child, object[name], name);
    } else if (merged.properties !== undefined && !isOpen) {
      const instance = joinPointer("", ...walk.path, name);
      walk.found.push({
        kind: "undeclared",
        pointer: merged.properties,
        instance,
        name,
        declared: listDeclaredProperties(merged),
      });
    }
  }
}

function collectMarkedProperty(walk: UndeclaredWalk, child: MergedSchema, name: string): void {
  const flag = walk.direction === "request" ? child.readOnly : child.writeOnly;
  if (flag === undefined) return;
  const kind = walk.direction === "request" ? "read-only" : "write-only";
  walk.found.push({ kind, pointer: flag, instance: joinPointer("", ...walk.path, name), name, declared: [] });
}

/**
 * Adds the branches that the value matches. If it matches none, validation reports that, and `isOpen` says that the
 * declared properties are unknown.
 */
function resolveBranches(walk: UndeclaredWalk, merged: MergedSchema, value: unknown): ResolvedBranches {
  let resolved = merged;
  let isOpen = false;
  const taken = new Set<Choice>();
  for (
    let choice = findUntakenChoice(resolved, taken);
    choice !== undefined;
    choice = findUntakenChoice(resolved, taken)
  ) {
    taken.add(choice);
    const branches = findMatchingBranches(walk, choice, value);
    if (branches === undefined) isOpen = true;
    else if (branches.length > 0) resolved = walk.cache.at([...resolved.pointers, ...branches]);
  }
  return { schema: resolved, isOpen };
}

function findMatchingBranches(
  { schemas, direction }: UndeclaredWalk,
  choice: Choice,
  value: unknown,
): Pointer[] | undefined {
  const matches = (branch: Pointer): boolean => schemas.isValid(branch, direction, value);
  if (choice.kind === "dependent")
    return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
  if (choice.kind === "condition") {
    // The properties of a condition are declared even if it does not hold.
    const taken = [choice.when, matches(choice.when) ? choice.then : choice.else];
    return taken.filter((branch) => branch !== undefined);
  }
  const branches = choice.branches.filter(matches);
  return branches.length === 0 ? undefined : branches;
}

function findUntakenChoice(merged: MergedSchema, taken: ReadonlySet<Choice>): Choice | undefined {
  return merged.choices.find((choice) => !taken.has(choice));
}
