import type { Pointer } from "../../../document/index.js";
import type { ApplicableSchema, Choice } from "../../../schema/analysis/applicable-schema.js";
import { getConstraints, type SchemaSet } from "./schema-set.js";
import { getChoiceBranches } from "./set-constraints.js";

/**
 * Lists the schemas that apply or may apply to values of a set. Once a branch of a `oneOf` is chosen, the others do not
 * apply.
 */
export function listPossibleSchemas(set: SchemaSet): readonly ApplicableSchema[] {
  const { schemas, choices: open } = getConstraints(set);
  const isSettled = (choice: Choice): boolean => isExclusiveChoice(choice) && !open.some((it) => it.choice === choice);
  return schemas.flatMap((schema) => [
    schema,
    ...schema.choices
      .filter((choice) => !isSettled(choice))
      .flatMap(listChoiceSchemas)
      .flatMap((pointer) => schema.ref.spec.possible(pointer)),
  ]);
}

export function isExclusiveChoice(choice: Choice): boolean {
  return choice.kind === "branches" && choice.branches[0]?.endsWith("/oneOf/0") === true;
}

function listChoiceSchemas(choice: Choice): readonly Pointer[] {
  if (choice.kind !== "condition") return getChoiceBranches(choice);
  return [choice.when, choice.then, choice.else].filter((it) => it !== undefined);
}
