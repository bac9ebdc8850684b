import { type Operation, serverUrl } from "../document/index.js";

/** Where the operations of a description are asked. */
export type Targets = {
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
export function createTargets(operations: readonly Operation[], baseUrl: string, given: readonly string[]): Targets {
  const base = withoutSlash(baseUrl);
  const main = leadingVariable(mostCommon(operations.map(({ servers }) => servers[0]?.url ?? "/")));
  if (main === undefined) return { servers: [base], urlOf: () => base };
  const servers = [...given.filter((it) => !it.startsWith(`${main}=`)), `${main}=${base}`].map(withoutSlash);
  const values = new Map(servers.map((it) => [it.slice(0, it.indexOf("=")), it.slice(it.indexOf("=") + 1)]));
  return {
    servers,
    urlOf: ({ servers: own }) => {
      const reached = own.find(({ url }) => {
        const variable = leadingVariable(url);
        return variable === undefined || values.has(variable);
      });
      return reached === undefined ? undefined : withoutSlash(serverUrl(reached, values));
    },
  };
}

function leadingVariable(url: string): string | undefined {
  return /^\{([^{}]+)\}/.exec(url)?.[1];
}

function mostCommon(urls: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "/";
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
