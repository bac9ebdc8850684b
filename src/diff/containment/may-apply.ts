import type { Pointer } from "../../document/index.js";
import type { Choice, Shape } from "../../schema/shape.js";
import { type Case, factsOf, waysOf } from "./case.js";

/** What applies to the values of a case or may: of a `oneOf` of which a branch was taken the others do not. */
export function mayApply(given: Case): readonly Shape[] {
  const { shapes, choices: open } = factsOf(given);
  const isSettled = (choice: Choice): boolean => isExclusive(choice) && !open.some((it) => it.choice === choice);
  return shapes.flatMap((shape) => [
    shape,
    ...shape.choices
      .filter((choice) => !isSettled(choice))
      .flatMap(schemasOf)
      .flatMap((pointer) => shape.ref.sided.possible(pointer)),
  ]);
}

export function isExclusive(choice: Choice): boolean {
  return choice.kind === "branches" && choice.branches[0]?.endsWith("/oneOf/0") === true;
}

function schemasOf(choice: Choice): readonly Pointer[] {
  if (choice.kind !== "condition") return waysOf(choice);
  return [choice.when, choice.then, choice.else].filter((it) => it !== undefined);
}
