import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "./io.js";

/**
 * Starts a server. Returns its base URL without a slash at the end.
 *
 * @throws UsageError if it cannot listen there, with the option that sets the port.
 */
export async function listenOn(server: Server, host: string, port: number, option = "--port"): Promise<string> {
  await new Promise<void>((ready, failed) => {
    const fail = (cause: Error): void =>
      failed(
        new UsageError(`cannot listen on ${host}, port ${port}: ${cause.message}; choose another with ${option}`, {
          cause,
        }),
      );
    server.once("error", fail).listen(port, host, ready);
  });
  return `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}
