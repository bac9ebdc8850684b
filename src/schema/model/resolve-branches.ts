import { isObject, type Pointer } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import type { Choice } from "./applicable-schema.js";
import type { MergedSchema, SchemaModel } from "./schema-model.js";

/** The merged schema of a value, with the branches and conditional schemas that apply to it. */
export type ResolvedBranches = {
  readonly schema: MergedSchema;
  /** The schemas that were added, without those of `if`, which are conditions of others. */
  readonly branches: readonly Pointer[];
  /** Whether the value matches no branch of a choice. Validation reports that, and its other properties are unknown. */
  readonly isOpen: boolean;
  /** The schemas of `if` that the value does not match. They describe nothing, but the properties that they name are known. */
  readonly mentioned: readonly Pointer[];
};

/** Adds the branches that a value matches, including those of the branches that are added. */
export function resolveBranches(
  model: SchemaModel,
  merged: MergedSchema,
  value: unknown,
  matches: (schema: Pointer) => boolean,
): ResolvedBranches {
  // Most values have no branches to resolve.
  if (merged.choices.length === 0)
    return { schema: merged, branches: NO_POINTERS, isOpen: false, mentioned: NO_POINTERS };
  let schema = merged;
  let isOpen = false;
  const branches: Pointer[] = [];
  const mentioned: Pointer[] = [];
  const taken = new Set<Choice>();
  for (let choice = findOpen(schema, taken); choice !== undefined; choice = findOpen(schema, taken)) {
    taken.add(choice);
    const found = findMatching(choice, value, matches);
    const condition = choice.kind === "condition" ? choice.when : undefined;
    if (condition !== undefined && !found.includes(condition)) mentioned.push(condition);
    if (choice.kind === "branches" && found.length === 0) isOpen = true;
    if (found.length > 0) schema = model.extend(schema, found);
    branches.push(...found.filter((it) => it !== condition));
  }
  return { schema, branches, isOpen, mentioned };
}

const NO_POINTERS: readonly Pointer[] = [];

function findOpen({ choices }: MergedSchema, taken: ReadonlySet<Choice>): Choice | undefined {
  return choices.find((choice) => !taken.has(choice));
}

function findMatching(choice: Choice, value: unknown, matches: (schema: Pointer) => boolean): readonly Pointer[] {
  if (choice.kind === "branches") return choice.branches.filter(matches);
  if (choice.kind === "dependent")
    return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
  const applied = matches(choice.when) ? [choice.when, choice.then] : [choice.else];
  return applied.filter((it) => it !== undefined);
}

/** Takes a value, and the schemas that describe it before and after its branches are added. */
type PartVisitor = (value: unknown, given: MergedSchema, resolved: ResolvedBranches) => void;

/** Visits a value that a schema describes, and then each of its items and properties that has a schema. */
export function visitParts(
  { model, isValid }: Schemas,
  { pointer, direction }: { readonly pointer: Pointer; readonly direction: MessageDirection },
  whole: unknown,
  visit: PartVisitor,
): void {
  const visitPart = (given: MergedSchema | null, value: unknown): void => {
    if (given === null) return;
    const isMatch = (schema: Pointer): boolean => isValid(schema, direction, value);
    const resolved = resolveBranches(model, given, value, isMatch);
    visit(value, given, resolved);
    if (Array.isArray(value))
      for (const [index, item] of value.entries())
        visitPart(
          model.item(resolved.schema, index, (contains) => isValid(contains, direction, item)),
          item,
        );
    else if (isObject(value))
      for (const name of Object.keys(value)) visitPart(model.child(resolved.schema, name), value[name]);
  };
  visitPart(model.at([pointer]), whole);
}
