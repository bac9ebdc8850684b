import type { Document, Json, Pointer } from "../document/index.js";
import {
  createSchemas,
  describeViolation,
  type MessageDirection,
  reduceToClosestBranch,
  type Schemas,
  toPrintable,
} from "../schema/index.js";

/** Returns why a value is invalid in all of the given directions, or undefined if it is valid in one. */
export type ValueValidator = (pointer: Pointer, sides: readonly MessageDirection[], value: Json) => string | undefined;

/** Creates a validator that ignores schemas that cannot be evaluated; other rules report them. */
export function createValueValidator(document: Document): {
  readonly validateValue: ValueValidator;
  readonly reinterpreted: Schemas["reinterpreted"];
} {
  const schemas = createSchemas(document);
  const validateValue: ValueValidator = (pointer, sides, value) => {
    let reason: string | undefined;
    try {
      for (const side of sides) {
        if (schemas.isValid(pointer, side, value)) return undefined;
        const [failure] = reduceToClosestBranch(schemas, side, schemas.validate(pointer, side, value));
        if (failure === undefined) return undefined;
        const { expected, actual } = describeViolation(failure);
        reason ??= `${failure.instance === "" ? "" : `${toPrintable(failure.instance)}: `}expected ${expected}, got ${actual}`;
      }
    } catch {
      return undefined;
    }
    return reason;
  };
  return { validateValue, reinterpreted: schemas.reinterpreted };
}
