import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import type { AddressInfo } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ProxyTarget } from "./proxy-target.js";

const CONNECT_TIMEOUT_MS = 5000;

/** Starts a bridge if the target rejects HTTP/1.1 in the TLS handshake and accepts HTTP/2; otherwise returns undefined. */
export async function openHttp2Bridge(target: ProxyTarget) {
  if (target.tls === undefined || !(await isOnlyHttp2(target))) return undefined;
  let session: ClientHttp2Session | undefined;
  const openSession = (): ClientHttp2Session => {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(target.origin, { ...target.tls });
      // Each open request reports the error of its session.
      session.on("error", () => undefined);
    }
    return session;
  };
  const server = createServer((request, response) => forwardRequest(request, response, { target, openSession }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    target: { ...target, host: "127.0.0.1", port, tls: undefined },
    end: () => {
      session?.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function isOnlyHttp2(target: ProxyTarget): Promise<boolean> {
  const protocol = await negotiateProtocol(target, ["h2", "http/1.1"]);
  return protocol === "h2" && (await negotiateProtocol(target, ["http/1.1"])) === undefined;
}

/** The protocol that a target selects; undefined if the handshake fails. */
function negotiateProtocol({ host, port, tls }: ProxyTarget, protocols: string[]): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connectTls({ host, port, ...tls, ALPNProtocols: protocols, timeout: CONNECT_TIMEOUT_MS });
    const finish = (protocol: string | undefined): void => {
      socket.destroy();
      done(protocol);
    };
    socket.once("secureConnect", () => finish(socket.alpnProtocol || "http/1.1"));
    socket.once("error", () => finish(undefined)).once("timeout", () => finish(undefined));
  });
}

type Forwarding = { readonly target: ProxyTarget; readonly openSession: () => ClientHttp2Session };

/** Headers of one connection, which HTTP/2 forbids (RFC 9113, section 8.2.2). */
const CONNECTION_HEADERS = new Set([
  "connection",
  "host",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

function forwardRequest(request: IncomingMessage, response: ServerResponse, { target, openSession }: Forwarding): void {
  const headers = Object.entries(request.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  const stream = openSession().request({
    ...Object.fromEntries(headers),
    [constants.HTTP2_HEADER_METHOD]: request.method,
    [constants.HTTP2_HEADER_PATH]: request.url,
    [constants.HTTP2_HEADER_AUTHORITY]: request.headers.host ?? target.authority,
    [constants.HTTP2_HEADER_SCHEME]: "https",
  });
  stream.on("response", (received) => {
    const fields = Object.entries(received).filter(([name]) => !name.startsWith(":"));
    response.writeHead(Number(received[":status"]), Object.fromEntries(fields));
  });
  stream.on("error", () => response.destroy());
  response.on("close", () => stream.close());
  request.pipe(stream);
  stream.pipe(response);
}
