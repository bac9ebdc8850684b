import { isObject, type Pointer } from "../document/index.js";
import type { MergedSchema } from "../schema/analysis/merged-schema.js";
import { isValidAtPointer } from "./make-value.js";
import type { SampleContext } from "./sample-context.js";

/** Adds the branches that a value matches to the schemas that always apply. */
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
