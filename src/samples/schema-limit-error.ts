import { CannotValidateError } from "../schema/index.js";

/** What is computed, or undefined if a schema does not compile or exceeds a limit. */
export function computeWithinLimits<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch (error) {
    if (isSchemaLimitError(error)) return undefined;
    throw error;
  }
}

/** Whether an error means that a schema does not compile or exceeds a limit. */
export function isSchemaLimitError(error: unknown): boolean {
  // An invalid pattern throws a SyntaxError when the schema is compiled during validation. A cycle of dynamic
  // references overflows the stack, which is a RangeError.
  return error instanceof CannotValidateError || error instanceof SyntaxError || error instanceof RangeError;
}
