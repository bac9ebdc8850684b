import { buildServerUrl, type Operation } from "../document/index.js";

/** Base URLs of the operations of a spec. */
export type ServerUrls = {
  /** Replacements for the servers of the spec, to create a contract with. */
  readonly servers: readonly string[];
  /** The base URL without a trailing slash; undefined if it is unknown. */
  readonly getBaseUrl: (operation: Operation) => string | undefined;
};

/**
 * Maps the most common server to the base URL. If that server starts with a server variable, servers that start with
 * another variable need a URL of their own. Otherwise every operation uses the base URL.
 *
 * @param given Server variables as `variable=URL`.
 */
export function createServerUrls(
  operations: readonly Operation[],
  baseUrl: string,
  given: readonly string[],
): ServerUrls {
  const base = trimTrailingSlash(baseUrl);
  const main = getLeadingVariable(findMostCommon(operations.map(({ servers }) => servers[0]?.url ?? "/")));
  if (main === undefined) return { servers: [base], getBaseUrl: () => base };
  const servers = [...given.filter((it) => !it.startsWith(`${main}=`)), `${main}=${base}`].map(trimTrailingSlash);
  const values = new Map(servers.map((it) => [it.slice(0, it.indexOf("=")), it.slice(it.indexOf("=") + 1)]));
  return {
    servers,
    getBaseUrl: ({ servers: own }) => {
      const reachableServer = own.find(({ url }) => {
        const variable = getLeadingVariable(url);
        return variable === undefined || values.has(variable);
      });
      return reachableServer === undefined ? undefined : trimTrailingSlash(buildServerUrl(reachableServer, values));
    },
  };
}

function getLeadingVariable(url: string): string | undefined {
  return /^\{([^{}]+)\}/.exec(url)?.[1];
}

function findMostCommon(urls: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "/";
}

function trimTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
