import type { Document, Json, Pointer } from "../document/index.js";
import {
  createSchemas,
  describeFailure,
  printable,
  reduceToClosestBranch,
  type Schemas,
  type View,
} from "../schema/index.js";

/** Why a value does not fit the schema at a pointer from any of these sides; undefined when it does from one. */
export type Misfit = (pointer: Pointer, sides: readonly View[], value: Json) => string | undefined;

/**
 * The interpreter judges, since compiling a schema for the one or two values that it has as examples would take far longer.
 * What cannot be judged at all has been reported as what is wrong with it.
 */
export function createMisfit(document: Document): { readonly misfit: Misfit; readonly remarks: Schemas["remarks"] } {
  const schemas = createSchemas(document, { engine: "interpreter" });
  const misfit: Misfit = (pointer, sides, value) => {
    let reason: string | undefined;
    try {
      for (const side of sides) {
        if (schemas.isValid(pointer, side, value)) return undefined;
        const [failure] = reduceToClosestBranch(schemas, side, schemas.validate(pointer, side, value));
        if (failure === undefined) return undefined;
        const { expected, got } = describeFailure(failure);
        reason ??= `${failure.instance === "" ? "" : `${printable(failure.instance)}: `}expected ${expected}, got ${got}`;
      }
    } catch {
      return undefined;
    }
    return reason;
  };
  return { misfit, remarks: schemas.remarks };
}
