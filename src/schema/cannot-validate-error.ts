/** Something that cannot be judged, or not within bounded time or memory. Never a finding: what it belongs to is judged in part. */
export class CannotValidateError extends Error {
  override name = "CannotValidateError";
}
