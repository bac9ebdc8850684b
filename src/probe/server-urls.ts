import { buildServerUrl, type Operation } from "../document/index.js";

/** Where the operations of a description are asked. */
export type ServerUrls = {
  /** What stands in for the description's servers, as a contract is created with it. */
  readonly servers: readonly string[];
  /** The base URL without a slash at its end; undefined when nobody has said where that server is. */
  readonly urlOf: (operation: Operation) => string | undefined;
};

/**
 * The server that most operations have is the one behind the base URL. Where it is a server variable, other servers that
 * begin with a variable of their own are reached when that one is given; else everything is behind the base URL.
 *
 * @param given `variable=URL`.
 */
export function createServerUrls(
  operations: readonly Operation[],
  baseUrl: string,
  given: readonly string[],
): ServerUrls {
  const base = trimTrailingSlash(baseUrl);
  const main = getLeadingVariable(findMostCommon(operations.map(({ servers }) => servers[0]?.url ?? "/")));
  if (main === undefined) return { servers: [base], urlOf: () => base };
  const servers = [...given.filter((it) => !it.startsWith(`${main}=`)), `${main}=${base}`].map(trimTrailingSlash);
  const values = new Map(servers.map((it) => [it.slice(0, it.indexOf("=")), it.slice(it.indexOf("=") + 1)]));
  return {
    servers,
    urlOf: ({ servers: own }) => {
      const reached = own.find(({ url }) => {
        const variable = getLeadingVariable(url);
        return variable === undefined || values.has(variable);
      });
      return reached === undefined ? undefined : trimTrailingSlash(buildServerUrl(reached, values));
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
