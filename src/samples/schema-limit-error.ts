import { tryCall } from "../document/json.js";
import { CannotValidateError } from "../schema/index.js";

/** What is computed, or undefined if a schema does not compile or exceeds a limit. */
export function computeWithinLimits<Result>(compute: () => Result): Result | undefined {
  return tryCall(compute, ...LIMIT_ERRORS);
}

/** Whether an error means that a schema does not compile or exceeds a limit. */
export function isSchemaLimitError(error: unknown): boolean {
  return LIMIT_ERRORS.some((it) => error instanceof it);
}

/**
 * An invalid pattern throws a SyntaxError when the schema is compiled during validation. A cycle of dynamic references overflows the stack,
 * which is a RangeError.
 */
const LIMIT_ERRORS = [CannotValidateError, SyntaxError, RangeError];
