import { isApplied } from "../../document/applicators.js";
import type { Json, Pointer } from "../../document/index.js";
import { type LocatedSchema, walkSchemas } from "../registry/walk-schemas.js";
import type { ApplicableSchema } from "./applicable-schema.js";

/** Yields each schema that is reachable from the pointers once, including schemas that apply only to some values. */
export function walkReachableSchemas(
  document: { readonly root: Json },
  from: readonly Pointer[],
): Iterable<LocatedSchema> {
  return walkSchemas(document.root, from, (inner) => isApplied(inner) && inner.applies !== "name");
}

/** Subschemas that apply only to some values: `oneOf` and `anyOf` branches, `then` and `else`, dependent schemas. */
export function branchesOf({ choices }: ApplicableSchema): Pointer[] {
  return choices.flatMap((choice) => {
    if (choice.kind === "branches") return choice.branches;
    if (choice.kind === "dependent") return [choice.schema];
    return [choice.then, choice.else].filter((it) => it !== undefined);
  });
}
