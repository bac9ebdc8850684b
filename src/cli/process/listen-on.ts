import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { UsageError } from "./io.js";

/**
 * Starts a server, at a free port unless one is given. Returns its base URL without a slash at the end.
 *
 * @throws UsageError if it cannot listen there, with the option that sets the port.
 */
export async function listenOn(server: Server, host = "127.0.0.1", port = 0, option = "--port"): Promise<string> {
  await new Promise<void>((ready, failed) => {
    const fail = (cause: Error): void => failed(createListenError(cause, host, port, option));
    server.once("error", fail).listen(port, host, ready);
  });
  return `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

export function createListenError(cause: Error, host: string, port: number, option = "--port"): UsageError {
  return new UsageError(`cannot listen on ${host}, port ${port}: ${cause.message}; choose another with ${option}`, {
    cause,
  });
}

/** Closes a server with its connections. */
export function closeServer(server: Server | HttpServer): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  if ("closeAllConnections" in server) server.closeAllConnections();
  return closed;
}
