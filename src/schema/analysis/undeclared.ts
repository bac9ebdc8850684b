import { isObject, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { type ResolvedBranches, resolveBranches } from "../model/resolve-branches.js";
import {
  findItemPointers,
  findPropertyPointers,
  listDeclaredProperties,
  type MergedSchema,
} from "../model/schema-model.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import type { Schemas } from "../validation/schemas.js";

/** Data that passes validation but is undocumented, or excluded from messages of this direction. */
export type Undeclared = {
  readonly kind:
    | "undeclared"
    | "not-in-enum"
    | "read-only"
    | "write-only"
    | "discriminator-mismatch"
    | "null-undocumented";
  /**
   * The declaration that does not list it, the `readOnly` or `writeOnly` keyword that excludes it, the discriminator, or the
   * `nullable` without effect.
   */
  readonly pointer: Pointer;
  readonly instance: Pointer;
  /** The property, or the value that is not in `x-extensible-enum`. */
  readonly name: string;
  /** The names or values that the spec lists there. */
  readonly declared: readonly string[];
  /** The schema that a discriminating value names, and that the object does not match. */
  readonly target?: Pointer;
};

/** Collects the {@link Undeclared} data of a value against the schema at `pointer`. */
export type CollectUndeclared = (pointer: Pointer, direction: MessageDirection, value: unknown) => Undeclared[];

export function createUndeclaredCollector(schemas: Schemas): CollectUndeclared {
  return (pointer, direction, value) => {
    const walk: UndeclaredWalk = { schemas, direction, path: [], found: [] };
    visitValue(walk, schemas.model.at([pointer]), value);
    return walk.found;
  };
}

type UndeclaredWalk = {
  readonly schemas: Schemas;
  readonly direction: MessageDirection;
  readonly path: (string | number)[];
  readonly found: Undeclared[];
};

function visitValue(
  walk: UndeclaredWalk,
  merged: MergedSchema,
  value: unknown,
  mentioned: readonly Pointer[] = [],
): void {
  const resolved = addBranches(walk, merged, value);
  collectMarkedProperty(walk, resolved.schema);
  const found = mentioned.length === 0 ? resolved : { ...resolved, mentioned: [...mentioned, ...resolved.mentioned] };
  if (typeof value === "string" || typeof value === "number") visitScalar(walk, found.schema, value);
  else if (Array.isArray(value)) visitItems(walk, found, value);
  else if (value === null) collectUndocumentedNull(walk, found.schema);
  else if (isObject(value)) {
    const all = addDiscriminatedSchemas(walk, found, value);
    const named =
      all.schema.discriminators.length > 0 ? collectMismatches(walk, all.schema, merged.pointers, value) : [];
    visitObject(walk, named.length === 0 ? all : { ...all, mentioned: [...all.mentioned, ...named] }, value);
  }
}

const NO_POINTERS: readonly Pointer[] = [];

function addBranches({ schemas, direction }: UndeclaredWalk, merged: MergedSchema, value: unknown): ResolvedBranches {
  return resolveBranches(schemas.model, merged, value, (branch) => schemas.isValid(branch, direction, value));
}

/** Adds the schemas that discriminators name. They never affect validity, but their properties count as declared. */
function addDiscriminatedSchemas(walk: UndeclaredWalk, before: ResolvedBranches, value: JsonObject): ResolvedBranches {
  const { discriminators, applicableSchemas, pointers } = before.schema;
  if (discriminators.length === 0) return before;
  const derived = discriminators.flatMap((it) =>
    it.isBase ? (resolveDiscriminator(walk.schemas.root, it.value, value) ?? []) : [],
  );
  const added = derived.filter((pointer) => applicableSchemas.every((it) => it.pointer !== pointer));
  if (added.length === 0) return before;
  const after = addBranches(walk, walk.schemas.model.at([...pointers, ...added]), value);
  const mentioned = [...before.mentioned, ...after.mentioned];
  return addDiscriminatedSchemas(walk, { ...after, isOpen: after.isOpen || before.isOpen, mentioned }, value);
}

/**
 * Reports discriminating values that name no schema, or one that the object does not match. A discriminator is a hint that does
 * not affect validity (OpenAPI 3.1.1, section 4.8.25). A value that the matching schemas list may stay without a schema.
 *
 * @param own the schemas of the object. If it does not match them, it has violations.
 * @returns the schemas that are named and not matched, whose properties are no further finding
 */
function collectMismatches(
  walk: UndeclaredWalk,
  merged: MergedSchema,
  own: readonly Pointer[],
  object: JsonObject,
): Pointer[] {
  const { schemas, direction, path, found } = walk;
  const named: Pointer[] = [];
  const isMatch = (pointer: Pointer): boolean => schemas.isValid(pointer, direction, object);
  for (const { pointer, value: discriminator } of merged.discriminators) {
    const { propertyName, mapping } = discriminator;
    const tag = typeof propertyName === "string" && Object.hasOwn(object, propertyName) ? object[propertyName] : null;
    if (typeof propertyName !== "string" || typeof tag !== "string") continue;
    const target = resolveDiscriminator(schemas.root, discriminator, object);
    const isMapped = isObject(mapping) && Object.hasOwn(mapping, tag);
    const isKnown =
      target === undefined ? isMapped || isListed(schemas.model.child(merged, propertyName), tag) : isMatch(target);
    if (isKnown || !own.every(isMatch)) continue;
    const declared = Object.keys(isObject(mapping) ? mapping : {});
    const place = { pointer, instance: joinPointer("", ...path, propertyName), name: tag, declared };
    found.push({ kind: "discriminator-mismatch", ...place, ...(target === undefined ? {} : { target }) });
    if (target !== undefined) named.push(target);
  }
  return named;
}

function isListed(property: MergedSchema | null, value: string): boolean {
  const { enumValues = [], extensibleValues = [] } = property?.constraints ?? {};
  return enumValues.includes(value) || extensibleValues.includes(value);
}

/** Reports a null that only a `nullable` without effect allows. */
function collectUndocumentedNull({ schemas, direction, path, found }: UndeclaredWalk, merged: MergedSchema): void {
  const ignored = merged.applicableSchemas.find(
    ({ pointer, schema }) =>
      schema[NULL_ALLOWED] !== undefined && !schemas.isValid(joinPointer(pointer, NULL_ALLOWED), direction, null),
  );
  if (ignored === undefined) return;
  const pointer = joinPointer(ignored.pointer, "nullable");
  found.push({ kind: "null-undocumented", pointer, instance: joinPointer("", ...path), name: "null", declared: [] });
}

function visitItems(walk: UndeclaredWalk, { schema, mentioned }: ResolvedBranches, items: readonly unknown[]): void {
  const { schemas, direction } = walk;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const merged = schemas.model.item(schema, index, (contains) => schemas.isValid(contains, direction, item));
    visitChild(walk, { merged, token: index, mentioned: listMentioned(walk, mentioned, index) }, item);
  }
}

/** The schemas of a property or item in the schemas of `if` that do not match. */
function listMentioned(
  { schemas }: UndeclaredWalk,
  mentioned: readonly Pointer[],
  token: string | number,
): readonly Pointer[] {
  if (mentioned.length === 0) return NO_POINTERS;
  return mentioned.flatMap((pointer) => {
    const applicable = schemas.model.possible(pointer);
    if (typeof token === "number") return findItemPointers(applicable, token);
    return findPropertyPointers(applicable, token) ?? [];
  });
}

type Child = {
  readonly merged: MergedSchema | null;
  readonly token: string | number;
  readonly mentioned: readonly Pointer[];
};

function visitChild(walk: UndeclaredWalk, { merged, token, mentioned }: Child, value: unknown): void {
  if (merged === null || (!merged.canMarkScalars() && (typeof value !== "object" || value === null))) return;
  walk.path.push(token);
  visitValue(walk, merged, value, mentioned);
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

function visitObject(walk: UndeclaredWalk, { schema, isOpen, mentioned }: ResolvedBranches, object: JsonObject): void {
  for (const name of Object.keys(object)) {
    const merged = walk.schemas.model.child(schema, name);
    if (merged !== null) {
      visitChild(walk, { merged, token: name, mentioned: listMentioned(walk, mentioned, name) }, object[name]);
    } else if (schema.properties !== undefined && !isOpen && listMentioned(walk, mentioned, name).length === 0) {
      const instance = joinPointer("", ...walk.path, name);
      walk.found.push({
        kind: "undeclared",
        pointer: schema.properties,
        instance,
        name,
        declared: listDeclaredProperties(schema),
      });
    }
  }
}

/** Reports the property at the current path if its schema excludes it from messages of this direction. */
function collectMarkedProperty({ path, direction, found }: UndeclaredWalk, schema: MergedSchema): void {
  const flag = direction === "request" ? schema.readOnly : schema.writeOnly;
  const name = path.at(-1);
  if (flag === undefined || typeof name !== "string") return;
  const kind = direction === "request" ? "read-only" : "write-only";
  found.push({ kind, pointer: flag, instance: joinPointer("", ...path), name, declared: [] });
}
