import type { ConnectionOptions } from "node:tls";

/** The server that the proxy forwards to. */
export type ProxyTarget = {
  /** Such as `https://host.example`, without a trailing slash. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** The value of the Host header. */
  readonly authority: string;
  /** Present only for https. */
  readonly tls: ConnectionOptions | undefined;
};

type TargetTrust = {
  /** Accepts any certificate. */
  readonly insecure?: boolean;
};

/** Parses an http or https URL with a host and an optional port. Returns undefined for any other text. */
export function parseProxyTarget(text: string, { insecure = false }: TargetTrust = {}): ProxyTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.pathname === "/" && `${url.search}${url.hash}${url.username}${url.password}` === "";
  if (!/^https?:$/.test(url.protocol) || !isPlain) return undefined;
  const isTls = url.protocol === "https:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isName = /[a-z]/i.test(host) && !host.includes(":");
  return {
    origin: url.origin,
    host,
    port: Number(url.port || (isTls ? 443 : 80)),
    authority: url.host,
    tls: isTls
      ? {
          rejectUnauthorized: !insecure,
          ...(isName ? { servername: host } : {}),
        }
      : undefined,
  };
}
