import { type Document, resolveChildren } from "./document.js";
import { asArray, asObject, asString, findMostCommon, type Json, type Pointer, valueAt } from "./json.js";
import { memoize, memoizeByObject } from "./memoize.js";
import { isSpecUrl } from "./spec-url.js";

export type Server = {
  readonly pointer: Pointer;
  readonly url: string;
  readonly variables: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
};

/** The servers of paths and operations that declare none. */
export function listServers(document: Document): Server[] {
  return readServers(document, ["/servers"]);
}

/** The first server of the document, or the most common one if operations use only others. */
export function findMainServer(
  document: Document,
  operations: readonly { readonly servers: readonly Server[] }[],
): Server | undefined {
  const used = operations.flatMap(({ servers }) => servers.slice(0, 1));
  const [stated] = listServers(document);
  return used.find(({ url }) => url === stated?.url) ?? findMostCommon(used, ({ url }) => url);
}

/** Servers of an operation replace those of its path item, which replace those of the document. */
export function readServers(document: Document, candidates: readonly Pointer[]): Server[] {
  const base = candidates.find((pointer) => asArray(valueAt(document.root, pointer)).length > 0);
  if (base === undefined) return [{ pointer: "/servers", url: resolveServerUrl("/", document.path), variables: {} }];
  return getServerLists(document)(base);
}

/** Most operations share one list. */
const getServerLists = memoizeByObject((document: Document) =>
  memoize((base: Pointer): Server[] =>
    resolveChildren(document, base).map(({ pointer, value }) => ({
      pointer,
      url: resolveServerUrl(addScheme(asString(value.url) ?? "/"), document.path),
      variables: Object.fromEntries(
        Object.entries(asObject(value.variables) ?? {}).map(([name, it]) => [name, readServerVariable(it)]),
      ),
    })),
  ),
);

/** Adds a scheme to a host and a port, which a URL parser takes for one, as in `localhost:8080`. */
export function addScheme(url: string): string {
  return /^[\w.-]+:\d+(\/|$)/.test(url) ? `http://${url}` : url;
}

/**
 * Resolves a relative URL against the location of the spec if that is a URL. Variables stay, so it is not parsed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2
 */
function resolveServerUrl(url: string, location: string): string {
  if (!isSpecUrl(location) || /^[^/?#]*:|^\{/.test(url)) return url;
  const [, scheme = "", authority = "", folder = ""] = /^([^:]+:)(\/\/[^/?#]*)([^?#]*\/)?/.exec(location) ?? [];
  if (url.startsWith("//")) return scheme + url;
  return scheme + authority + (url.startsWith("/") ? url : (folder || "/") + url);
}

/** Builds the URL of a server from the given variable values and the defaults of the others. */
export function buildServerUrl({ url, variables }: Server, values: ReadonlyMap<string, string> = new Map()): string {
  return Object.entries(variables).reduce(
    (filled, [name, { default: fallback }]) => filled.replaceAll(`{${name}}`, values.get(name) ?? fallback),
    url,
  );
}

/** The variable at the start of a server URL that holds the whole base URL, before any path. A scheme or a host is none. */
export function getBaseVariable({ url, variables }: Pick<Server, "url" | "variables">): string | undefined {
  const name = /^\{([^{}]+)\}(?:\/(?!\/)|$)/.exec(url)?.[1];
  return name !== undefined && Object.hasOwn(variables, name) ? name : undefined;
}

function readServerVariable(value: Json): Server["variables"][string] {
  const object = asObject(value);
  const allowed = asArray(object?.enum).map(String);
  return { default: String(object?.default ?? ""), ...(allowed.length === 0 ? {} : { enum: allowed }) };
}
