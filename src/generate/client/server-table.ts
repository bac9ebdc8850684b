import { getBaseVariable, type Operation, type Server } from "../../document/index.js";

/** The base URLs of calls by name, with the defaults of the spec. The first one is used unless a call names another. */
export type ServerTable = Readonly<Record<string, Server>>;

/** Names a server by the variable that holds its base URL, because users set that variable. */
export function collectBaseUrls(operations: readonly Operation[]): ServerTable {
  const found: Record<string, Server> = {};
  for (const { servers } of operations) {
    const [server] = servers;
    if (server === undefined || Object.values(found).some(({ url }) => url === server.url)) continue;
    const count = Object.keys(found).length;
    const variable = /^[\w$]+$/.exec(getBaseVariable(server) ?? "")?.[0];
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

/**
 * The servers that programs choose by URL, if there is a choice: several, or one with variables. A URL that starts with a variable
 * is an option of the client instead.
 */
export function listServerTemplates(operations: readonly Operation[]): readonly Server[] {
  const all = operations.flatMap(({ servers }) => servers).filter(hasUsableDefault);
  const found = [...new Map(all.map((server) => [server.url, server])).values()];
  return found.length > 1 || found.some(({ variables }) => Object.keys(variables).length > 0) ? found : [];
}
