import { isObject, type Json, type Pointer } from "../../document/index.js";
import type { Choice } from "../../schema/analysis/applicable-schema.js";
import {
  createMergedSchemaCache,
  type MergedSchema,
  type MergedSchemaCache,
} from "../../schema/analysis/merged-schema.js";
import { CannotValidateError, type MessageDirection, type Schemas } from "../../schema/index.js";
import { exceedsMaxDepth } from "../validation/max-depth.js";
import { formatValueKey, listEnumValues } from "./coverage-targets.js";

/** Records which properties, enum values and branches of the schema at a pointer a value covers. */
export type ValueCoverageRecorder = (pointer: Pointer, view: MessageDirection, value: unknown) => void;

export function createValueCoverageRecorder(schemas: Schemas, seen: Set<string>): ValueCoverageRecorder {
  const nodes = createMergedSchemaCache(schemas.root);
  const walk = {
    schemas,
    nodes,
    seen,
    recordedNodes: new Set<MergedSchema>(),
    enumKeys: new Map<MergedSchema, ReadonlyMap<unknown, string>>(),
  };
  return (pointer, direction, value) => {
    if (exceedsMaxDepth(value)) return;
    try {
      visit({ ...walk, direction }, nodes.at([pointer]), value);
    } catch (error) {
      // A value that cannot be checked within the limits covers nothing. The verdict reports it.
      if (!(error instanceof CannotValidateError)) throw error;
    }
  };
}

type WalkState = {
  readonly schemas: Schemas;
  readonly nodes: MergedSchemaCache;
  readonly direction: MessageDirection;
  readonly seen: Set<string>;
  /** Nodes whose pointers are in `seen`, so that each is recorded once. */
  readonly recordedNodes: Set<MergedSchema>;
  readonly enumKeys: Map<MergedSchema, ReadonlyMap<unknown, string>>;
};

function visit(walk: WalkState, start: MergedSchema, value: unknown): void {
  const node = resolveBranches(walk, start, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const next = walk.nodes.item(node, index, (contains) => walk.schemas.isValid(contains, walk.direction, item));
      if (next !== null) visit(walk, next, item);
    }
    return;
  }
  if (!isObject(value)) {
    const key = getEnumKeys(walk, node).get(value);
    if (key !== undefined) walk.seen.add(key);
    return;
  }
  for (const name of Object.keys(value)) {
    const child = walk.nodes.child(node, name);
    if (child === null) continue;
    if (!walk.recordedNodes.has(child)) {
      walk.recordedNodes.add(child);
      for (const pointer of child.pointers) walk.seen.add(`properties ${pointer}`);
    }
    visit(walk, child, value[name]);
  }
}

/** Each value counts for one list, even if several schemas list it. */
function getEnumKeys({ enumKeys }: WalkState, node: MergedSchema): ReadonlyMap<unknown, string> {
  const known = enumKeys.get(node);
  if (known !== undefined) return known;
  const keys = new Map<unknown, string>();
  for (const shape of node.applicableSchemas) {
    for (const [value, pointer] of listEnumValues(shape)) keys.set(value, formatValueKey(pointer, value as Json));
  }
  enumKeys.set(node, keys);
  return keys;
}

/** Adds the branches that match the value, and records them. */
function resolveBranches(walk: WalkState, start: MergedSchema, value: unknown): MergedSchema {
  if (start.choices.length === 0) return start;
  let node = start;
  const taken = new Set<Choice>();
  for (let choice = findOpenChoice(node, taken); choice !== undefined; choice = findOpenChoice(node, taken)) {
    taken.add(choice);
    const branches = findValidBranches(walk, choice, value);
    for (const branch of branches) walk.seen.add(`branches ${branch}`);
    if (branches.length > 0) node = walk.nodes.at([...node.pointers, ...branches]);
  }
  return node;
}

function findValidBranches({ schemas, direction }: WalkState, choice: Choice, value: unknown): Pointer[] {
  const fits = (pointer: Pointer): boolean => schemas.isValid(pointer, direction, value);
  if (choice.kind === "branches") return choice.branches.filter(fits);
  if (choice.kind === "dependent")
    return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
  const branch = fits(choice.when) ? choice.then : choice.else;
  return branch === undefined ? [] : [branch];
}

function findOpenChoice({ choices }: MergedSchema, taken: ReadonlySet<Choice>): Choice | undefined {
  return choices.find((choice) => !taken.has(choice));
}
