import type { Operation, Server } from "../../document/index.js";

/** The base URLs of calls by name, with the defaults of the spec. The first one is used unless a call names another. */
export type ServerTable = Readonly<Record<string, Server>>;

/** Names a server by the variable at the start of its URL, because users set that variable. */
export function collectBaseUrls(operations: readonly Operation[]): ServerTable {
  const found: Record<string, Server> = {};
  for (const { servers } of operations) {
    const [server] = servers;
    if (server === undefined || Object.values(found).some(({ url }) => url === server.url)) continue;
    const count = Object.keys(found).length;
    const variable = /^\{([\w$]+)\}/.exec(server.url)?.[1];
    const name =
      count === 0 ? "baseUrl" : variable === undefined || variable in found ? `server${count + 1}` : variable;
    found[name] = server;
  }
  return found;
}

export function getServerName(server: Server | undefined, servers: ServerTable): string | undefined {
  return Object.entries(servers).find(([, { url }]) => url === server?.url)?.[0];
}

/** Whether the spec has a URL that can be used without the caller: absolute, and no variable decides its host. */
export function hasUsableDefault({ url }: Server): boolean {
  return /^https?:\/\//.test(url);
}

/** A server's URL with the defaults of its variables. */
export function fillDefaults({ url, variables }: Server): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
}
