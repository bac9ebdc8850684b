import { isObject, type Pointer } from "../document/index.js";
import type { Node } from "../schema/node.js";
import { isValidAt } from "./make-value.js";
import type { Means } from "./means.js";

/** The schemas that apply to a value: those that always do, and the branches that it fits. */
export function settledNode(means: Means, node: Node, value: unknown): Node {
  let settled = node;
  const isValid = (pointer: Pointer): boolean => isValidAt(means, pointer, value);
  for (let round = 0; round < 8; round += 1) {
    const added = settled.choices.flatMap((choice): Pointer[] => {
      if (choice.kind === "branches") return choice.branches.filter(isValid);
      if (choice.kind === "dependent")
        return isObject(value) && Object.hasOwn(value, choice.property) ? [choice.schema] : [];
      const consequence = isValid(choice.when) ? choice.then : choice.else;
      return consequence === undefined ? [] : [consequence];
    });
    const pointers = [...new Set([...settled.pointers, ...added])];
    if (pointers.length === settled.pointers.length) return settled;
    settled = means.nodes.at(pointers);
  }
  return settled;
}
