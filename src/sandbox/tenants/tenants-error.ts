/** An application, business or user is invalid. The message contains the location and what was expected. */
export class TenantsError extends Error {
  override name = "TenantsError" as const;
  /** JSON Pointer (RFC 6901) into the tenants. */
  readonly pointer: string;

  constructor(pointer: string, message: string, options?: ErrorOptions) {
    super(`${pointer === "" ? "the tenants" : pointer}: ${message}`, options);
    this.pointer = pointer;
  }
}
