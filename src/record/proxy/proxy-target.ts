import type { ConnectionOptions } from "node:tls";

/** The server that a recorder stands for. */
export type ProxyTarget = {
  /** Such as `https://host.example`, without a slash at its end. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** What the Host header says to it. */
  readonly authority: string;
  /** Only of https. */
  readonly tls: ConnectionOptions | undefined;
};

/** Undefined when the text is no address of a server: http or https, a host, perhaps a port, and nothing more. */
export function parseProxyTarget(
  text: string,
  { insecure = false }: { readonly insecure?: boolean } = {},
): ProxyTarget | undefined {
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
    tls: isTls ? { rejectUnauthorized: !insecure, ...(isName ? { servername: host } : {}) } : undefined,
  };
}
