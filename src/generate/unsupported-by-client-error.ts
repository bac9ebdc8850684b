/** A description has something that the client could not read or write. Types and validators can be made of it all the same. */
export class UnsupportedByClientError extends Error {
  override name = "NoClientError" as const;
}
