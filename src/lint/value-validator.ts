import type { Document, Json, Pointer } from "../document/index.js";
import {
  createSchemas,
  describeViolation,
  type MessageDirection,
  reduceToClosestBranch,
  type Schemas,
  toPrintable,
} from "../schema/index.js";

/** Why a value does not fit the schema at a pointer from any of these sides; undefined when it does from one. */
export type ValueValidator = (pointer: Pointer, sides: readonly MessageDirection[], value: Json) => string | undefined;

/**
 * The interpreter judges, since compiling a schema for the one or two values that it has as examples would take far longer.
 * What cannot be judged at all has been reported as what is wrong with it.
 */
export function createValueValidator(document: Document): {
  readonly validateValue: ValueValidator;
  readonly reinterpreted: Schemas["reinterpreted"];
} {
  const schemas = createSchemas(document, { engine: "interpreter" });
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
