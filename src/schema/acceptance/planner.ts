import {
  asArray,
  isObject,
  type Json,
  joinPointer,
  type Pointer,
  pointerTokens,
  valueAt,
} from "../../document/index.js";
import { createNodes, type Node, type Nodes } from "../node.js";
import type { Schemas } from "../schemas.js";
import type { Shape } from "../shape.js";
import type { View } from "../view.js";
import { createPlan, MAX_NAMES, OPEN, onlySchema, type Plan } from "./plan.js";
import { isPlain, planScalars } from "./plan-scalars.js";
import { isPlanned } from "./planned-words.js";
import { holdsMarks, isSound, tellsDrift } from "./sound.js";
import { areExclusive, unionOf } from "./union.js";

/** The plan for the schema at a pointer, seen from one side; undefined when there can be none. */
export type Planner = (pointer: Pointer, view: View) => Plan | undefined;

/** Something in the schemas that no plan can be made of. */
class Unplannable extends Error {}

/**
 * Lays out what schemas ask for. Everything that a schema reaches is looked at, and compiled where a plan cannot hold it,
 * so that what does not compile is found no later than by validating.
 */
export function createPlanner(schemas: Schemas): Planner {
  const nodes = createNodes(schemas.root);
  const made = { request: new Map<Node, Plan>(), response: new Map<Node, Plan>() };
  const told = new Map<View, boolean>();
  const tellsByName = (view: View) => (): boolean => {
    const known = told.get(view) ?? holdsMarks(valueAt(schemas.root, "/components/schemas"), view);
    told.set(view, known);
    return known;
  };
  return (pointer, view) => {
    // Plans that are given up in the middle must not be found by others.
    const plans = new Map(made[view]);
    try {
      const planning = { schemas, nodes, view, plans, sound: new Set<Pointer>(), tellsByName: tellsByName(view) };
      const plan = planFor(planning, nodes.at([pointer]));
      made[view] = plans;
      return plan;
    } catch (error) {
      if (error instanceof Unplannable) return undefined;
      throw error;
    }
  };
}

type Planning = {
  readonly schemas: Schemas;
  readonly nodes: Nodes;
  readonly view: View;
  readonly plans: Map<Node, Plan>;
  /** Schemas that are known to be sound, with all that always applies with them: many may lead to the same. */
  readonly sound: Set<Pointer>;
  /** Whether a schema that a discriminator may name can tell of drift in what is declared without it. */
  readonly tellsByName: () => boolean;
};

function planFor(planning: Planning, node: Node): Plan {
  const known = planning.plans.get(node);
  if (known !== undefined) return known;
  for (const pointer of node.pointers) expectSchema(planning, pointer, []);
  const plan = node.shapes.length === 0 ? OPEN : createPlan(node.pointers, planning.view, modeFor(planning, node));
  planning.plans.set(node, plan);
  if (plan.mode === "plan") {
    plan.isTwofold = isTwofold(node);
    planScalars(plan, node);
    planObject(planning, plan, node);
    planArray(planning, plan, node);
  } else if (plan.mode === "union") {
    plan.branches = unionOf(node).map((branch) => planFor(planning, planning.nodes.at([branch])));
  } else if (plan.mode === "slice") {
    const pointer = onlySchema(plan);
    if (pointer === undefined) throw new Unplannable();
    if (!isSound(planning.schemas, pointer)) planning.schemas.isValid(pointer, planning.view, null);
  }
  return plan;
}

/** Whether one of the schemas that always apply is reached in two ways. */
function isTwofold({ pointers, shapes }: Node): boolean {
  const reached = [...pointers, ...shapes.flatMap(({ always }) => always)];
  return new Set(reached).size < reached.length;
}

function modeFor({ schemas, nodes, tellsByName }: Planning, node: Node): Plan["mode"] {
  const branches = unionOf(node);
  const isNamed = [node, ...branches.map((it) => nodes.at([it]))].some(
    ({ discriminators }) => discriminators.length > 0,
  );
  if (isNamed && tellsByName()) return "slice";
  if (isPlannable(node)) return "plan";
  const isUnion = branches.length > 0 && branches.every((branch) => isSound(schemas, branch));
  return isUnion && (areExclusive(nodes, branches) || !branches.some((it) => tellsDrift(schemas, it)))
    ? "union"
    : "slice";
}

/** What always applies has to be a schema, must not lead back to itself, and may not stand in another dialect. */
function expectSchema(planning: Planning, pointer: Pointer, above: readonly Pointer[]): void {
  if (planning.sound.has(pointer)) return;
  let value: Json | undefined = planning.schemas.root;
  if (isObject(value) && value.jsonSchemaDialect !== undefined) throw new Unplannable();
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(value)) value = value[Number(token)];
    else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    if (isObject(value) && (value.$schema !== undefined || value.$id !== undefined)) throw new Unplannable();
  }
  if (value === true) return;
  if (!isObject(value) || above.includes(pointer)) throw new Unplannable();
  for (const next of planning.nodes.at([pointer]).shapes[0]?.always ?? [])
    expectSchema(planning, next, [...above, pointer]);
  planning.sound.add(pointer);
}

function isPlannable({ shapes }: Node): boolean {
  return shapes.every(isPlannableShape) && hasPlainNames(shapes);
}

function isPlannableShape({ schema }: Shape): boolean {
  return Object.keys(schema).every((word) => isPlanned(word, schema[word]));
}

function hasPlainNames(shapes: readonly Shape[]): boolean {
  const names = namesOf(shapes);
  const chosen = shapes.flatMap(({ schema }) => asArray(schema.anyOf)).flatMap(requiredIn);
  const asked = [...requiredBy(shapes), ...chosen];
  return (
    names.length <= MAX_NAMES &&
    names.every((name) => name !== "__proto__" && isPlain(name)) &&
    asked.every((name) => names.includes(name))
  );
}

function namesOf(shapes: readonly Shape[]): string[] {
  return [
    ...new Set(shapes.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}))),
  ];
}

function planObject(planning: Planning, plan: Plan, node: Node): void {
  const { shapes } = node;
  const keys: string[] = [];
  const values: Plan[] = [];
  for (const name of namesOf(shapes)) {
    const child = planning.nodes.child(node, name);
    if (child === null) continue;
    const value = planFor(planning, child);
    // Names that may not come are left out, and so are judged by their schemas when they do.
    const mark = planning.view === "request" ? child.readOnly : child.writeOnly;
    if (mark !== undefined || shapes.some((shape) => forbids(shape, name))) continue;
    keys.push(name);
    values.push(value);
  }
  for (const { pointer, schema } of shapes) {
    if (!isObject(schema.additionalProperties)) continue;
    planFor(planning, planning.nodes.at([joinPointer(pointer, "additionalProperties")]));
  }
  plan.keys = keys;
  plan.values = values;
  plan.required = bitsOf(keys, requiredBy(shapes));
  plan.choices = shapes.flatMap(({ schema }) =>
    schema.anyOf === undefined ? [] : [asArray(schema.anyOf).map((branch) => bitsOf(keys, requiredIn(branch)))],
  );
}

/** A name that has no key never comes; the last bit of all stands for it. */
function bitsOf(keys: readonly string[], names: readonly string[]): bigint {
  let bits = 0n;
  for (const name of names) {
    const index = keys.indexOf(name);
    bits |= 1n << BigInt(index < 0 ? MAX_NAMES : index);
  }
  return bits;
}

function requiredBy(shapes: readonly Shape[]): string[] {
  return shapes.flatMap(({ schema }) => requiredIn(schema));
}

function requiredIn(schema: Json): string[] {
  return isObject(schema) ? asArray(schema.required).map(String) : [];
}

function forbids({ schema }: Shape, name: string): boolean {
  return (
    schema.additionalProperties === false && !(isObject(schema.properties) && Object.hasOwn(schema.properties, name))
  );
}

function planArray(planning: Planning, plan: Plan, node: Node): void {
  for (const { schema } of node.shapes) {
    plan.minItems = Math.max(plan.minItems, Number(schema.minItems ?? 0));
    plan.maxItems = Math.min(plan.maxItems, Number(schema.maxItems ?? Number.POSITIVE_INFINITY));
  }
  const item = planning.nodes.item(node, 0);
  plan.items = item === null ? undefined : planFor(planning, item);
}
