/** A sandbox cannot be started as it was asked for. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  /** The option whose value cannot be had, where it is an address that is taken or not this machine's. */
  readonly option: AddressOption | undefined;

  constructor(message: string, { option, ...options }: ErrorOptions & { readonly option?: AddressOption } = {}) {
    super(message, options);
    this.option = option;
  }
}

export type AddressOption = "port" | "adminPort" | "host";
