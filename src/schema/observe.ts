import { isObject, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { namedSchema } from "./named-schema.js";
import { createNodes, declaredNames, type Node, type Nodes } from "./node.js";
import type { Schemas } from "./schemas.js";
import type { Choice } from "./shape.js";
import type { View } from "./view.js";

/** Something a value shows that no keyword forbids: what the contract has not heard of, or what this side may not send. */
export type Observation = {
  readonly kind: "undeclared" | "unlisted" | "read-only" | "write-only";
  /** The declaration that is silent about it (or that says who may send it). */
  readonly pointer: Pointer;
  readonly instance: Pointer;
  /** The undeclared or one-sided property, or the value that is not listed. */
  readonly name: string;
  /** The names or values that the contract does list there. */
  readonly declared: readonly string[];
};

/** Finds what a value shows beyond the schema at a pointer: see {@link Observation}. */
export type Observer = (pointer: Pointer, view: View, value: unknown) => Observation[];

export function createObserver(schemas: Schemas): Observer {
  const nodes = createNodes(schemas.root);
  return (pointer, view, value) => {
    const walk: Walk = { schemas, nodes, view, path: [], found: [] };
    visit(walk, nodes.at([pointer]), value);
    return walk.found;
  };
}

type Walk = {
  readonly schemas: Schemas;
  readonly nodes: Nodes;
  readonly view: View;
  readonly path: (string | number)[];
  readonly found: Observation[];
};

function visit(walk: Walk, node: Node, value: unknown): void {
  if (typeof value === "boolean") return;
  // Most values need no choosing, and this runs for every one of them.
  const { settled, open } = node.choices.length === 0 ? { settled: node, open: false } : settle(walk, node, value);
  if (typeof value === "string" || typeof value === "number") visitScalar(walk, settled, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) step(walk, walk.nodes.item(settled, index), item, index);
  else if (isObject(value)) {
    const whole = withNamed(walk, { settled, open }, value);
    visitObject(walk, whole.settled, value, whole.open);
  }
}

type Settled = { readonly settled: Node; readonly open: boolean };

/**
 * Adds the schemas that discriminators name. They do not make a value valid or not, and what they declare is declared.
 */
function withNamed(walk: Walk, before: Settled, value: JsonObject): Settled {
  const { discriminators, shapes, pointers } = before.settled;
  if (discriminators.length === 0) return before;
  const named = discriminators.flatMap((it) => namedSchema(walk.schemas.root, it, value) ?? []);
  const added = named.filter((pointer) => shapes.every((shape) => shape.pointer !== pointer));
  if (added.length === 0) return before;
  const { settled, open } = settle(walk, walk.nodes.at([...pointers, ...added]), value);
  return withNamed(walk, { settled, open: open || before.open }, value);
}

function step(walk: Walk, node: Node | null, value: unknown, token: string | number): void {
  if (node === null) return;
  walk.path.push(token);
  visit(walk, node, value);
  walk.path.pop();
}

function visitScalar(walk: Walk, { extensible }: Node, scalar: string | number): void {
  if (extensible === undefined || extensible.known.has(scalar)) return;
  const instance = joinPointer("", ...walk.path);
  walk.found.push({
    kind: "unlisted",
    pointer: extensible.pointer,
    instance,
    name: String(scalar),
    declared: extensible.values,
  });
}

function visitObject(walk: Walk, node: Node, object: JsonObject, open: boolean): void {
  for (const name of Object.keys(object)) {
    const child = walk.nodes.child(node, name);
    if (child !== null) {
      reportMark(walk, child, name);
      step(walk, child, object[name], name);
    } else if (node.properties !== undefined && !open) {
      const instance = joinPointer("", ...walk.path, name);
      walk.found.push({ kind: "undeclared", pointer: node.properties, instance, name, declared: declaredNames(node) });
    }
  }
}

function reportMark(walk: Walk, child: Node, name: string): void {
  const mark = walk.view === "request" ? child.readOnly : child.writeOnly;
  if (mark === undefined) return;
  const kind = walk.view === "request" ? "read-only" : "write-only";
  walk.found.push({ kind, pointer: mark, instance: joinPointer("", ...walk.path, name), name, declared: [] });
}

/**
 * Adds the branches that this very value fits. Where it fits none of them, validation has said so, and which properties
 * are declared is open.
 */
function settle(walk: Walk, node: Node, value: unknown): Settled {
  let settled = node;
  let open = false;
  const taken = new Set<Choice>();
  for (let choice = untaken(settled, taken); choice !== undefined; choice = untaken(settled, taken)) {
    taken.add(choice);
    const branches = fitting(walk, choice, value);
    if (branches === undefined) open = true;
    else if (branches.length > 0) settled = walk.nodes.at([...settled.pointers, ...branches]);
  }
  return { settled, open };
}

function fitting({ schemas, view }: Walk, choice: Choice, value: unknown): Pointer[] | undefined {
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

function untaken(node: Node, taken: ReadonlySet<Choice>): Choice | undefined {
  return node.choices.find((choice) => !taken.has(choice));
}
