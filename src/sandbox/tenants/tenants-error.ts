/** Applications, businesses or users cannot be registered as given. The message says what, where, and what would have been accepted. */
export class TenantsError extends Error {
  override name = "TenantsError" as const;
  /** JSON Pointer (RFC 6901) into what was given. */
  readonly pointer: string;

  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(`${pointer === "" ? "the registry" : pointer}: ${message}`, options);
    this.pointer = pointer;
  }
}
