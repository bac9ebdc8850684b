/** The command was called with words it does not take, or needs something that is not there. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError" as const;
}
