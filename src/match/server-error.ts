/** A base URL was given for a server variable that the description does not have. */
export class ServerError extends Error {
  override name = "ServerError" as const;
}
