import { type AddressOption, SandboxError } from "../sandbox-error.js";

type ListenAddress = { readonly host: string; readonly port: number | undefined; readonly option: AddressOption };

/** Converts an error of the system to a SandboxError with the option to change. */
export function createListenErrorHandler({ host, port = 0, option }: ListenAddress): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isHost = !("code" in error) || !/^(EADDRINUSE|EACCES)$/.test(String(error.code));
    const message = `cannot listen on ${host}, port ${port}: ${error.message}`;
    const hostOption = option === "adminPort" ? "adminHost" : "host";
    throw new SandboxError(message, { cause: error, option: isHost ? hostOption : option });
  };
}

/** A host as in URLs that reach it. */
export function formatHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
