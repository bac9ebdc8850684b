/** The client cannot read or write a part of the spec. Types and validators are still generated. */
export class UnsupportedByClientError extends Error {
  override name = "NoClientError" as const;
}
