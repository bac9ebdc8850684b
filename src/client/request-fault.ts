/** What was given makes no request; the call that it was for tells so. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
}
