/** Invalid arguments or missing input. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError" as const;
}
