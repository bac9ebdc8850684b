import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type ListeningServer = Awaited<ReturnType<typeof listenHttp>>;

type HttpListenOptions = {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly handle: (message: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Limits of connections, sizes in bytes and times in milliseconds. */
const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  // Tests that run in the process of the sandbox can block for many seconds between two requests. If the connection is
  // closed meanwhile, the second request fails with ECONNRESET.
  keepAliveTimeout: 65_000,
  noDelay: true,
} as const;
const MAX_CONNECTIONS = 1024;
const MAX_HEADERS = 200;

/**
 * Starts an HTTP server with limits for everything that a client could keep open.
 *
 * @throws Error of the system (EADDRINUSE, EACCES, ...) when it cannot listen on the address
 */
export async function listenHttp({ host, port, handle }: HttpListenOptions) {
  /** The requests of each connection that have no complete response yet. */
  const underWay = new WeakMap<Socket, Set<IncomingMessage>>();
  const server = createServer(SERVER_OPTIONS, (message, response) => {
    const { socket } = message;
    const pending = underWay.get(socket) ?? new Set();
    underWay.set(socket, pending.add(message));
    response.once("close", () => {
      pending.delete(message);
      socket.emit(RESPONSE_SENT);
    });
    // Node would silently drop headers beyond its own limit.
    if (message.rawHeaders.length > 2 * MAX_HEADERS) {
      response.writeHead(431, { Connection: "close", "Content-Type": "application/json" }).end(TOO_MANY_HEADERS);
      return;
    }
    // The Date header comes from the domain clock, so that repeated runs give the same bytes.
    response.sendDate = false;
    handle(message, response).catch(() => message.socket.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const pending = underWay.get(socket) ?? new Set();
    // The incomplete request is the one that is rejected.
    for (const message of pending) if (!message.complete) pending.delete(message);
    const rejectWhenLast = (): void => {
      if (pending.size === 0) rejectUnreadable(error, socket);
    };
    // Earlier requests of the connection get their responses first, because pipelined responses are matched by order.
    if (pending.size > 0 && socket.listenerCount(RESPONSE_SENT) === 0) socket.on(RESPONSE_SENT, rejectWhenLast);
    rejectWhenLast();
  });
  server.on("connect", (_message, socket) =>
    socket.end(formatRawResponse("405 Method Not Allowed", "UNKNOWN_METHOD", "CONNECT is not supported")),
  );
  await once(server.listen(port, host), "listening");
  return {
    host,
    port: (server.address() as AddressInfo).port,
    /** Resolves when all responses in progress have been sent, or after the grace period in milliseconds. */
    close: (grace = 5000) => closeServer(server, grace),
  };
}

const RESPONSE_SENT = "sandbox response sent";

/** Responds to data that Node could not parse as HTTP, for which there is no request object. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  socket.end(UNREADABLE_RESPONSES[error.code ?? ""] ?? MALFORMED_RESPONSE);
}

/** The body has the shape of the service's error responses. */
function formatRawResponse(statusLine: string, code: string, message: string): string {
  const body = JSON.stringify({ status: Number(statusLine.slice(0, 3)), code, message });
  const headers = ["Connection: close", "Content-Type: application/json", `Content-Length: ${body.length}`];
  return [`HTTP/1.1 ${statusLine}`, ...headers, "", body].join("\r\n");
}

const FIELDS_TOO_LARGE = "431 Request Header Fields Too Large";
const MALFORMED_RESPONSE = formatRawResponse(
  "400 Bad Request",
  "MALFORMED_REQUEST",
  "the request is not valid HTTP/1.1 (RFC 9112)",
);
const TOO_MANY_HEADERS = JSON.stringify({
  status: 431,
  code: "TOO_MANY_HEADERS",
  message: `the request has more than ${MAX_HEADERS} headers`,
});
const UNREADABLE_RESPONSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: formatRawResponse(
    FIELDS_TOO_LARGE,
    "HEADERS_TOO_LARGE",
    `the request line and headers are larger than ${SERVER_OPTIONS.maxHeaderSize} bytes`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: formatRawResponse("408 Request Timeout", "TIMEOUT", "the request was not complete in time"),
};

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((closed) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(timer);
      closed();
    });
    server.closeIdleConnections();
  });
}

/** Whether a host to listen on is this machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}
