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

/** Something a value shows that no keyword forbids: what the contract has not heard of, or what this side may not send. */
export type Undeclared = {
  readonly kind: "undeclared" | "not-in-enum" | "read-only" | "write-only";
  /** The declaration that is silent about it (or that says who may send it). */
  readonly pointer: Pointer;
  readonly instance: Pointer;
  /** The undeclared or one-sided property, or the value that is not listed. */
  readonly name: string;
  /** The names or values that the contract does list there. */
  readonly declared: readonly string[];
};

/** Finds what a value shows beyond the schema at a pointer: see {@link Undeclared}. */
export type CollectUndeclared = (pointer: Pointer, view: MessageDirection, value: unknown) => Undeclared[];

export function createUndeclaredCollector(schemas: Schemas): CollectUndeclared {
  const nodes = createMergedSchemaCache(schemas.root);
  return (pointer, view, value) => {
    const walk: UndeclaredWalk = { schemas, nodes, view, path: [], found: [] };
    visitValue(walk, nodes.at([pointer]), value);
    return walk.found;
  };
}

type UndeclaredWalk = {
  readonly schemas: Schemas;
  readonly nodes: MergedSchemaCache;
  readonly view: MessageDirection;
  readonly path: (string | number)[];
  readonly found: Undeclared[];
};

function visitValue(walk: UndeclaredWalk, node: MergedSchema, value: unknown): void {
  if (typeof value === "boolean") return;
  // Most values need no choosing, and this runs for every one of them.
  const { schema: settled, isOpen } =
    node.choices.length === 0 ? { schema: node, isOpen: false } : resolveBranches(walk, node, value);
  if (typeof value === "string" || typeof value === "number") visitScalar(walk, settled, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) visitChild(walk, walk.nodes.item(settled, index), item, index);
  else if (isObject(value)) {
    const whole = addDiscriminatedSchemas(walk, { schema: settled, isOpen }, value);
    visitObject(walk, whole.schema, value, whole.isOpen);
  }
}

type ResolvedBranches = { readonly schema: MergedSchema; readonly isOpen: boolean };

/**
 * Adds the schemas that discriminators name. They do not make a value valid or not, and what they declare is declared.
 */
function addDiscriminatedSchemas(walk: UndeclaredWalk, before: ResolvedBranches, value: JsonObject): ResolvedBranches {
  const { discriminators, applicableSchemas, pointers } = before.schema;
  if (discriminators.length === 0) return before;
  const named = discriminators.flatMap((it) => resolveDiscriminator(walk.schemas.root, it, value) ?? []);
  const added = named.filter((pointer) => applicableSchemas.every((shape) => shape.pointer !== pointer));
  if (added.length === 0) return before;
  const { schema: settled, isOpen } = resolveBranches(walk, walk.nodes.at([...pointers, ...added]), value);
  return addDiscriminatedSchemas(walk, { schema: settled, isOpen: isOpen || before.isOpen }, value);
}

function visitChild(walk: UndeclaredWalk, node: MergedSchema | null, value: unknown, token: string | number): void {
  if (node === null) return;
  walk.path.push(token);
  visitValue(walk, node, value);
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

function visitObject(walk: UndeclaredWalk, node: MergedSchema, object: JsonObject, open: boolean): void {
  for (const name of Object.keys(object)) {
    const child = walk.nodes.child(node, name);
    if (child !== null) {
      collectMarkedProperty(walk, child, name);
      visitChild(walk, child, object[name], name);
    } else if (node.properties !== undefined && !open) {
      const instance = joinPointer("", ...walk.path, name);
      walk.found.push({
        kind: "undeclared",
        pointer: node.properties,
        instance,
        name,
        declared: listDeclaredProperties(node),
      });
    }
  }
}

function collectMarkedProperty(walk: UndeclaredWalk, child: MergedSchema, name: string): void {
  const mark = walk.view === "request" ? child.readOnly : child.writeOnly;
  if (mark === undefined) return;
  const kind = walk.view === "request" ? "read-only" : "write-only";
  walk.found.push({ kind, pointer: mark, instance: joinPointer("", ...walk.path, name), name, declared: [] });
}

/**
 * Adds the branches that this very value fits. Where it fits none of them, validation has said so, and which properties
 * are declared is open.
 */
function resolveBranches(walk: UndeclaredWalk, node: MergedSchema, value: unknown): ResolvedBranches {
  let settled = node;
  let isOpen = false;
  const taken = new Set<Choice>();
  for (
    let choice = findUntakenChoice(settled, taken);
    choice !== undefined;
    choice = findUntakenChoice(settled, taken)
  ) {
    taken.add(choice);
    const branches = findMatchingBranches(walk, choice, value);
    if (branches === undefined) isOpen = true;
    else if (branches.length > 0) settled = walk.nodes.at([...settled.pointers, ...branches]);
  }
  return { schema: settled, isOpen };
}

function findMatchingBranches(
  { schemas, view }: UndeclaredWalk,
  choice: Choice,
  value: unknown,
): Pointer[] | undefined {
  const fits = (branch: Pointer): boolean => schemas.isValid(branch, view, value);
  if (choice.kind === "dependent")
    return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
  if (choice.kind === "condition") {
    const taken = fits(choice.when) ? [choice.when, choice.then] : [choice.else];
    return taken.filter((branch) => branch !== undefined);
  }
  const branches = choice.branches.filter(fits);
  return branches.length === 0 ? undefined : branches;
}

function findUntakenChoice(node: MergedSchema, taken: ReadonlySet<Choice>): Choice | undefined {
  return node.choices.find((choice) => !taken.has(choice));
}
