/** Thrown if an override names a server variable that the spec does not have. */
export class ServerError extends Error {
  override name = "ServerError" as const;
}
