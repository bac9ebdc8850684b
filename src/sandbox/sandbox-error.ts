/** The sandbox cannot start with the given options. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  /** The option whose value cannot be used: a port that is in use, or a host that is not an address of this machine. */
  readonly option: AddressOption | undefined;

  constructor(message: string, { option, ...options }: ErrorOptions & { readonly option?: AddressOption } = {}) {
    super(message, options);
    this.option = option;
  }
}

export type AddressOption = "port" | "billingPort" | "adminPort" | "host" | "adminHost";
