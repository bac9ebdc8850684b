import { createConnection } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";

/**
 * Says why a server refuses a TLS connection. Since TLS 1.3, it does so after the handshake, when the client of NATS does not
 * notice it, but waits.
 *
 * @returns undefined if the server does not refuse the connection, uses no TLS or cannot be reached
 */
export async function findTlsRefusal(
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
    return "the server requires a client certificate; pass it with --tls-cert and --tls-key";
  return `the server refuses the client certificate of --tls-cert: ${alert.toLowerCase().replaceAll("_", " ")}`;
}

const DEFAULT_PORT = 4222;
const WAIT_MS = 2000;
