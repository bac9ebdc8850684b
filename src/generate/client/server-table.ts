import {
  asObject,
  buildServerUrl,
  type Document,
  findMainServer,
  getBaseVariable,
  type Operation,
  type Server,
  valueAt,
} from "../../document/index.js";

/** The base URLs of calls by name, with the defaults of the spec. `baseUrl` is used unless a call names another. */
export type ServerTable = Readonly<Record<string, Server>>;

/** Names the servers besides the main one by what distinguishes them: a variable at the start of the URL, the host, or the path. */
export function collectBaseUrls(document: Document, operations: readonly Operation[]): ServerTable {
  const main = findMainServer(document, operations);
  if (main === undefined) return {};
  const found: Record<string, Server> = { baseUrl: main };
  for (const { servers } of operations) {
    const [server] = servers;
    if (server === undefined || Object.values(found).some(({ url }) => url === server.url)) continue;
    const names = [...listServerNames(server), `server${Object.keys(found).length + 1}`];
    found[names.find((it) => !(it in found)) ?? ""] = server;
  }
  return found;
}

function* listServerNames(server: Server): Iterable<string> {
  const { url } = server;
  const variable = getBaseVariable(server);
  if (variable !== undefined && /^[\w$]+$/.test(variable)) yield variable;
  const [, host = "", path = ""] =
    /^https?:\/\/([a-z][a-z0-9-]*)\.[^/]*(?:.*\/([a-z][a-z0-9-]*))?\/?$/i.exec(url) ?? [];
  // Every service has these.
  for (const word of [host, path].filter((it) => it !== "" && !/^(api|www)$/i.test(it)))
    yield `${word.toLowerCase().replaceAll(/-+(\w?)/g, (_, letter: string) => letter.toUpperCase())}Url`;
}

export function getServerName(server: Server | undefined, servers: ServerTable): string | undefined {
  return Object.entries(servers).find(([, { url }]) => url === server?.url)?.[0];
}

/** Whether calls can use a server without an option: its URL is absolute, and no variable for a base URL with a reserved name (RFC 2606). */
export function hasUsableDefault(server: Server): boolean {
  const url = buildServerUrl(server);
  if (getBaseVariable(server) !== undefined && /^https?:\/\/(?:[^/]*\.)?example(?:[.:/]|$)/i.test(url)) return false;
  return /^https?:\/\/[^/{}]+(?:\/|$)/.test(url);
}

/** Also of a server that is not for fetch, such as `wss://a.example`. */
const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\//i;

/** The URL of a server in samples. If the spec leaves its host open, a placeholder stands for it. */
export function getSampleUrl(server: Server): string {
  // The default of a variable for the host can be empty.
  const url = buildServerUrl(server).replaceAll(/^https?:\/\/(?=\/|$)|\/+$/gi, "");
  if (ABSOLUTE_URL.test(url)) return url;
  return url.startsWith("//") ? `https:${url}` : `https://your-host.example${url.replace(/^(?=[^/])/, "/")}`;
}

/**
 * Says in words which server is meant if the spec leaves its host open; undefined if it does not.
 *
 * @param isSampled whether the samples use this server.
 */
export function explainOpenHost({ root }: Document, server: Server, isSampled = true): string | undefined {
  const url = buildServerUrl(server);
  if (ABSOLUTE_URL.test(url) || url.startsWith("//")) return undefined;
  const isStated = asObject(valueAt(root, server.pointer)) !== undefined;
  const stated = isStated ? `\`${url}\` on the host that serves the spec` : "not stated in the spec";
  return isSampled ? `${stated}; the samples use \`${getSampleUrl(server)}\`` : stated;
}

/**
 * The servers that programs choose by URL, if there is a choice: several, or one with variables. A URL that starts with a variable
 * is an option of the client instead.
 */
export function listServerTemplates(operations: readonly Operation[]): readonly Server[] {
  const all = operations.flatMap(({ servers }) => servers).filter(({ url }) => /^https?:\/\//.test(url));
  const found = [...new Map(all.map((server) => [server.url, server])).values()];
  return found.length > 1 || found.some(({ variables }) => Object.keys(variables).length > 0) ? found : [];
}
