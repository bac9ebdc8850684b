import { isObject, type Json, type Pointer } from "../document/index.js";
import { type Schemas, Unjudged, type View } from "../schema/index.js";
import { createNodes, type Node, type Nodes } from "../schema/node.js";
import type { Choice } from "../schema/shape.js";
import { listedValues, valueKey } from "./coverage-targets.js";
import { isNestedDeeply } from "./nesting.js";

/** Notes which properties, listed values and branches of the schema at a pointer a value shows. */
export type ValueWalk = (pointer: Pointer, view: View, value: unknown) => void;

export function createValueWalk(schemas: Schemas, seen: Set<string>): ValueWalk {
  const nodes = createNodes(schemas.root);
  const walk = { schemas, nodes, seen, met: new Set<Node>(), listed: new Map<Node, ReadonlyMap<unknown, string>>() };
  return (pointer, view, value) => {
    if (isNestedDeeply(value)) return;
    try {
      visit({ ...walk, view }, nodes.at([pointer]), value);
    } catch (error) {
      // What cannot be judged in time is not seen either; the verdict says so.
      if (!(error instanceof Unjudged)) throw error;
    }
  };
}

type Walk = {
  readonly schemas: Schemas;
  readonly nodes: Nodes;
  readonly view: View;
  readonly seen: Set<string>;
  /** Nodes whose pointers are in `seen`, so that each is written down once. */
  readonly met: Set<Node>;
  readonly listed: Map<Node, ReadonlyMap<unknown, string>>;
};

function visit(walk: Walk, start: Node, value: unknown): void {
  const node = settle(walk, start, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const next = walk.nodes.item(node, index);
      if (next !== null) visit(walk, next, item);
    }
    return;
  }
  if (!isObject(value)) {
    const key = listedKeys(walk, node).get(value);
    if (key !== undefined) walk.seen.add(key);
    return;
  }
  for (const name of Object.keys(value)) {
    const child = walk.nodes.child(node, name);
    if (child === null) continue;
    if (!walk.met.has(child)) {
      walk.met.add(child);
      for (const pointer of child.pointers) walk.seen.add(`properties ${pointer}`);
    }
    visit(walk, child, value[name]);
  }
}

/** One list names a value for all that say the same of it. */
function listedKeys({ listed }: Walk, node: Node): ReadonlyMap<unknown, string> {
  const known = listed.get(node);
  if (known !== undefined) return known;
  const keys = new Map<unknown, string>();
  for (const shape of node.shapes) {
    for (const [value, pointer] of listedValues(shape)) keys.set(value, valueKey(pointer, value as Json));
  }
  listed.set(node, keys);
  return keys;
}

/** Adds the branches that this value fits, and notes them. */
function settle(walk: Walk, start: Node, value: unknown): Node {
  let node = start;
  const taken = new Set<Choice>();
  for (let choice = untaken(node, taken); choice !== undefined; choice = untaken(node, taken)) {
    taken.add(choice);
    const branches = fitting(walk, choice, value);
    for (const branch of branches) walk.seen.add(`branches ${branch}`);
    if (branches.length > 0) node = walk.nodes.at([...node.pointers, ...branches]);
  }
  return node;
}

function fitting({ schemas, view }: Walk, choice: Choice, value: unknown): Pointer[] {
  const fits = (pointer: Pointer): boolean => schemas.isValid(pointer, view, value);
  if (choice.kind === "branches") return choice.branches.filter(fits);
  if (choice.kind === "dependent")
    return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
  const branch = fits(choice.when) ? choice.then : choice.else;
  return branch === undefined ? [] : [branch];
}

function untaken({ choices }: Node, taken: ReadonlySet<Choice>): Choice | undefined {
  return choices.find((choice) => !taken.has(choice));
}
