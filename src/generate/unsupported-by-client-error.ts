/** The client cannot have an operation. Its types and validators are still generated. */
export class UnsupportedByClientError extends Error {
  override name = "UnsupportedByClientError" as const;
}
