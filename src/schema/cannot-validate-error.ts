/**
 * Thrown when a value cannot be validated, or not within bounded time or memory. It is never a finding: the exchange is
 * partially checked.
 */
export class CannotValidateError extends Error {
  override name = "CannotValidateError";
}
