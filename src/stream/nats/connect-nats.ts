import { readFileSync } from "node:fs";
import { createConnection, isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, connect } from "node:tls";
import type { NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import { StreamError } from "../chunk-stream.js";
import { loadNatsClient } from "./load-client.js";
import { toStreamError } from "./nats-errors.js";
import { type NatsAccess, parseServerUrls } from "./nats-options.js";

/**
 * Connects to a server of NATS and reconnects until the connection is closed.
 *
 * @param url `nats://HOST` or `tls://HOST`, also with a user and a password; several are separated by commas
 * @throws StreamError if the server cannot be reached or refuses access
 */
export async function connectNats(url: string, access: NatsAccess): Promise<NatsConnection> {
  const client = await loadNatsClient();
  const { creds, nkey } = access;
  const { servers, user, pass } = parseServers(url);
  const options: NodeConnectionOptions = {
    servers,
    name: "commerce-contract",
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 5000,
    // A server that stopped without closing the connection counts as away after 10 to 15 seconds, not after 4 to 6 minutes.
    pingInterval: 5000,
    maxPingOut: 2,
    ...(user === undefined ? {} : { user, pass }),
    ...(creds === undefined ? {} : { authenticator: client.credsAuthenticator(readAccessFile(creds)) }),
    ...(nkey === undefined ? {} : { authenticator: client.nkeyAuthenticator(trimSeed(readAccessFile(nkey))) }),
    ...buildTls(url, access),
  };
  try {
    return await client.connect(options);
  } catch (cause) {
    const what = `cannot connect to ${servers.join(", ")}`;
    const error = toStreamError(cause, what);
    if (error.kind !== "unreachable") throw error;
    for (const address of parseServerUrls(url) ?? []) {
      const refusal = await findTlsRefusal(address, options.tls ?? {});
      if (refusal !== undefined) throw new StreamError("refused", `${what}: ${refusal}`, { cause });
    }
    throw error;
  }
}

/** The user and the password of the first URL. They are not part of messages. */
function parseServers(text: string): { servers: string[]; user: string | undefined; pass: string } {
  const urls = parseServerUrls(text) ?? [];
  const [{ username, password } = { username: "", password: "" }] = urls;
  return {
    servers: urls.map(({ host }) => host),
    user: username === "" ? undefined : decodeURIComponent(username),
    pass: decodeURIComponent(password),
  };
}

function buildTls(url: string, { tlsCa, tlsCert, tlsKey }: NatsAccess): Pick<NodeConnectionOptions, "tls"> {
  if (!url.startsWith("tls:") && tlsCa === undefined && tlsCert === undefined) return {};
  const read = (path: string): string => Buffer.from(readAccessFile(path)).toString("utf8");
  const addresses = (parseServerUrls(url) ?? []).map(({ hostname }) => hostname).filter(isIP);
  return {
    tls: {
      ...(tlsCa === undefined ? {} : { ca: read(tlsCa) }),
      ...(tlsCert === undefined ? {} : { cert: read(tlsCert) }),
      ...(tlsKey === undefined ? {} : { key: read(tlsKey) }),
      // Node compares the certificate with "localhost", because the client does not pass the address of a server without a name.
      ...(addresses.length === 0 ? {} : { checkServerIdentity: createIdentityCheck(addresses) }),
    },
  };
}

/** Accepts a certificate for any of the addresses. */
function createIdentityCheck(addresses: readonly string[]): typeof checkServerIdentity {
  return (_, certificate) => {
    const errors = addresses.map((address) => checkServerIdentity(address, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  };
}

function readAccessFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StreamError("unsuitable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

function trimSeed(seed: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(seed).toString("latin1").trim(), "latin1");
}

/**
 * Says why a server refuses a TLS connection. Since TLS 1.3, it does so after the handshake, when the client of NATS does not
 * notice it, but waits.
 *
 * @returns undefined if the server does not refuse the connection, uses no TLS or cannot be reached
 */
async function findTlsRefusal(
  { hostname, port }: Pick<URL, "hostname" | "port">,
  options: ConnectionOptions,
): Promise<string | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = createConnection({ host, port: Number(port === "" ? DEFAULT_PORT : port) });
  try {
    return await new Promise<string | undefined>((resolve) => {
      const fail = ({ code }: NodeJS.ErrnoException): void => resolve(describeAlert(code, options.cert !== undefined));
      socket.setTimeout(WAIT_MS, () => resolve(undefined));
      socket.once("close", () => resolve(undefined)).once("error", fail);
      // The server names its protocols before the handshake.
      socket.once("data", (data) => {
        if (!/"tls_(required|available)": ?true/.test(data.toString("latin1"))) return resolve(undefined);
        connect({ ...options, socket, rejectUnauthorized: false })
          .once("error", fail)
          .resume();
      });
    });
  } finally {
    socket.destroy();
  }
}

function describeAlert(code: string | undefined, hasCertificate: boolean): string | undefined {
  // OpenSSL 3.5, which Node 24 has, says `SSL/TLS` instead of `SSLV3`.
  const [, alert] = /^ERR_SSL_(?:TLSV13|TLSV1|SSLV3|SSL\/TLS)_ALERT_(.*)$/.exec(code ?? "") ?? [];
  if (alert === undefined) return undefined;
  if (alert === "CERTIFICATE_REQUIRED" || !hasCertificate)
    return "the server requires a client certificate; pass it with NATS_CERT and NATS_KEY";
  return `the server refuses the client certificate of NATS_CERT: ${alert.toLowerCase().replaceAll("_", " ")}`;
}

const DEFAULT_PORT = 4222;
const WAIT_MS = 2000;
