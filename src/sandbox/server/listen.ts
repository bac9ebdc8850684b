import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Listening = {
  readonly port: number;
  readonly host: string;
  /** Ends when every answer that was begun has been sent, or after the grace time, in milliseconds. */
  readonly close: (grace?: number) => Promise<void>;
};

export type ListenOptions = {
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly answer: (message: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Limits of a connection. Node looks for connections that are over their time once in `checking` milliseconds. */
const LIMITS = {
  headerBytes: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  checking: 1000,
  keepAlive: 5000,
  connections: 1024,
} as const;

/**
 * Listens, with everything bounded that a client could hold open.
 *
 * @throws Error of the system (EADDRINUSE, EACCES, ...) when the address cannot be had.
 */
export async function listen({ host, port, answer }: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      connectionsCheckingInterval: LIMITS.checking,
      keepAliveTimeout: LIMITS.keepAlive,
      noDelay: true,
    },
    (message, response) => {
      // The answer says when it was made by the domain clock, so that the same run gives the same bytes.
      response.sendDate = false;
      answer(message, response).catch(() => message.socket.destroy());
    },
  );
  server.maxConnections = LIMITS.connections;
  server.on("clientError", refuseUnreadable);
  server.on("connect", (_message, socket) =>
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n"),
  );
  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      ready();
    });
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: (grace = 5000) => close(server, grace),
  };
}

/** What Node could not read as HTTP never becomes a request; only the status tells why. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status =
    { HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large", ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout" }[
      error.code ?? ""
    ] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function close(server: Server, grace: number): Promise<void> {
  return new Promise((closed) => {
    const late = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(late);
      closed();
    });
    server.closeIdleConnections();
  });
}
