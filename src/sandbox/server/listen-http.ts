import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type ListeningServer = {
  readonly port: number;
  readonly host: string;
  /** Ends when every answer that was begun has been sent, or after the grace time, in milliseconds. */
  readonly close: (grace?: number) => Promise<void>;
};

export type HttpListenOptions = {
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly handle: (message: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Limits of a connection. Node looks for connections that are over their time once in `checking` milliseconds. */
const CONNECTION_LIMITS = {
  headerBytes: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  checking: 1000,
  // Tests often run in the process of the sandbox, and compile or wait for many seconds between two requests. A connection
  // that is closed meanwhile fails the second request with ECONNRESET.
  keepAlive: 65_000,
  connections: 1024,
  headers: 200,
} as const;

/**
 * Listens, with everything bounded that a client could hold open.
 *
 * @throws Error of the system (EADDRINUSE, EACCES, ...) when the address cannot be had.
 */
export async function listenHttp({ host, port, handle }: HttpListenOptions): Promise<ListeningServer> {
  /** The requests of each connection that are not answered yet. */
  const underWay = new WeakMap<Socket, Set<IncomingMessage>>();
  const server = createServer(
    {
      maxHeaderSize: CONNECTION_LIMITS.headerBytes,
      headersTimeout: CONNECTION_LIMITS.headersTimeout,
      requestTimeout: CONNECTION_LIMITS.requestTimeout,
      connectionsCheckingInterval: CONNECTION_LIMITS.checking,
      keepAliveTimeout: CONNECTION_LIMITS.keepAlive,
      noDelay: true,
    },
    (message, response) => {
      const { socket } = message;
      const owed = underWay.get(socket) ?? new Set();
      underWay.set(socket, owed.add(message));
      response.once("close", () => {
        owed.delete(message);
        socket.emit(RESPONSE_SENT);
      });
      // Node would leave out what is beyond its own limit without a word.
      if (message.rawHeaders.length > 2 * CONNECTION_LIMITS.headers) {
        response.writeHead(431, { Connection: "close", "Content-Type": "application/json" }).end(TOO_MANY_HEADERS);
        return;
      }
      // The answer says when it was made by the domain clock, so that the same run gives the same bytes.
      response.sendDate = false;
      handle(message, response).catch(() => message.socket.destroy());
    },
  );
  server.maxConnections = CONNECTION_LIMITS.connections;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const owed = underWay.get(socket) ?? new Set();
    // The one that cannot be read to its end is the one that is refused.
    for (const message of owed) if (!message.complete) owed.delete(message);
    const refuseLast = (): void => {
      if (owed.size === 0) rejectUnreadable(error, socket);
    };
    // What came before it is answered before it: answers are told apart by their order alone.
    if (owed.size > 0 && socket.listenerCount(RESPONSE_SENT) === 0) socket.on(RESPONSE_SENT, refuseLast);
    refuseLast();
  });
  server.on("connect", (_message, socket) =>
    socket.end(formatRawResponse("405 Method Not Allowed", "UNKNOWN_METHOD", "there is no proxy here")),
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
    close: (grace = 5000) => closeServer(server, grace),
  };
}

const RESPONSE_SENT = "sandbox answered";

/** What Node could not read as HTTP never becomes a request; only the status and a message tell why. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  socket.end(UNREADABLE_RESPONSES[error.code ?? ""] ?? MALFORMED_RESPONSE);
}

/** In the shape of the service's own errors. */
function formatRawResponse(statusLine: string, code: string, message: string): string {
  const body = JSON.stringify({ status: Number(statusLine.slice(0, 3)), code, message });
  const headers = ["Connection: close", "Content-Type: application/json", `Content-Length: ${body.length}`];
  return [`HTTP/1.1 ${statusLine}`, ...headers, "", body].join("\r\n");
}

const FIELDS_TOO_LARGE = "431 Request Header Fields Too Large";
const MALFORMED_RESPONSE = formatRawResponse(
  "400 Bad Request",
  "MALFORMED_REQUEST",
  "the request is not HTTP as RFC 9112 has it",
);
const TOO_MANY_HEADERS = JSON.stringify({
  status: 431,
  code: "TOO_MANY_HEADERS",
  message: `at most ${CONNECTION_LIMITS.headers} headers are read`,
});
const UNREADABLE_RESPONSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: formatRawResponse(
    FIELDS_TOO_LARGE,
    "HEADERS_TOO_LARGE",
    `the head of a request has at most ${CONNECTION_LIMITS.headerBytes} bytes`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: formatRawResponse("408 Request Timeout", "TIMEOUT", "the request was not whole in time"),
};

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((closed) => {
    const late = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(late);
      closed();
    });
    server.closeIdleConnections();
  });
}
