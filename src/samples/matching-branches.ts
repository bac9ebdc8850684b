import { isObject, type Pointer } from "../document/index.js";
import type { MergedSchema } from "../schema/analysis/merged-schema.js";
import { isValidAtPointer } from "./make-value.js";
import type { SampleContext } from "./sample-context.js";

/** The schemas that apply to a value: those that always do, and the branches that it fits. */
export function resolveMatchingBranches(context: SampleContext, node: MergedSchema, value: unknown): MergedSchema {
  let resolved = node;
  const isValid = (pointer: Pointer): boolean => isValidAtPointer(context, pointer, value);
  for (let round = 0; round < 8; round += 1) {
    const added = resolved.choices.flatMap((choice): Pointer[] => {
      if (choice.kind === "branches") return choice.branches.filter(isValid);
      if (choice.kind === "dependent")
        return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
      const consequence = isValid(choice.when) ? choice.then : choice.else;
      return consequence === undefined ? [] : [consequence];
    });
    const pointers = [...new Set([...resolved.pointers, ...added])];
    if (pointers.length === resolved.pointers.length) return resolved;
    resolved = context.nodes.at(pointers);
  }
  return resolved;
}
