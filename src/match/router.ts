import type { Operation } from "../document/index.js";
import { normalizePath } from "./normalize-path.js";
import { compilePathTree, type PathMatches, type PathTree, type PathValues } from "./path-tree.js";
import { compileServer, isVariableOverride, type ServerPattern } from "./server.js";
import { ServerError } from "./server-error.js";

/** How a request relates to the spec. */
export type Match =
  | (OperationMatch & {
      readonly kind: "operation";
      /** Other operations whose templates match and are not less concrete, the best first; absent if there are none. */
      readonly ambiguousMatches?: readonly OperationMatch[];
      /** Whether the path lacks the base path of every server, as behind a proxy that removes it. */
      readonly lacksBasePath?: true;
    })
  /** The path is documented, but the method is not. */
  | {
      readonly kind: "method";
      readonly template: string;
      readonly methods: readonly string[];
      readonly operation: Operation;
    }
  /** The request goes to a server of the spec, but no template matches its path. */
  | { readonly kind: "path"; readonly path: string }
  /** The request goes to none of the servers of the spec. */
  | {
      readonly kind: "elsewhere";
      readonly origin: string;
      /** The base URL that would make an operation match if it were one of the servers. */
      readonly server?: string;
    };

/** An operation that a request may belong to, with the raw values of the path parameters. */
export type OperationMatch = { readonly operation: Operation } & PathValues;

/** A URL without an origin, such as `/v2/orders`, is a request to the service itself: only the path selects the server. */
export type Router = { readonly match: (method: string, url: string) => Match };

type ServerGroup = { readonly server: ServerPattern; readonly tree: PathTree };

/**
 * Compiles the operations under `paths` into one path tree per server.
 *
 * @param servers base URLs that replace those of the spec, or `variable=URL` to set one server variable.
 * @throws {ServerError} if no server has that variable.
 */
export function createRouter(operations: readonly Operation[], servers: readonly string[] = []): Router {
  assertVariables(operations, servers);
  const groups = groupByServer(operations, servers);
  return {
    match: (method, url) => {
      const { origin, path } = splitUrl(url);
      const query = getRawQuery(url);
      const normal = normalizePath(path);
      let best: Match | undefined;
      for (const { server, tree } of groups) {
        const rest = server.stripBase(origin, normal);
        if (rest === undefined) continue;
        const matches = tree.match(rest, query);
        const found = toMatch(matches, method, path);
        if (found.kind === "operation" && matches?.hasExactSlash === true) return found;
        if (best === undefined || MATCH_RANK[found.kind] > MATCH_RANK[best.kind]) best = found;
      }
      const request = { method, origin, path: normal, query };
      if (isUnresolvedVariable(origin)) return matchByPath(groups, request);
      if (origin === "" && best === undefined) best = matchWithoutBase(groups, request);
      return best ?? { kind: "elsewhere", origin, ...suggestServer(groups, request) };
    },
  };
}

type RequestParts = { readonly method: string; readonly origin: string; readonly path: string; readonly query: string };

/** Suggests a base URL for a request to another host whose path matches, such as a service in development. */
function suggestServer(groups: readonly ServerGroup[], request: RequestParts): { readonly server?: string } {
  const found = findOnAnyServer(groups, request);
  return found === undefined ? {} : { server: request.origin + found.basePath };
}

/** Finds the operation that matches the path on any host, and the base path. */
function findOnAnyServer(
  groups: readonly ServerGroup[],
  { method, path, query }: RequestParts,
): { readonly match: Match; readonly basePath: string } | undefined {
  for (const rest of new Set([...groups.map(({ server }) => server.stripBasePath(path)), path])) {
    if (rest === undefined) continue;
    for (const { tree } of groups) {
      const match = toMatch(tree.match(rest, query), method, rest);
      if (match.kind === "operation") return { match, basePath: path.slice(0, path.length - rest.length) };
    }
  }
  return undefined;
}

/** Whether the origin is an unresolved variable such as `{{baseUrl}}`. Then only the path selects the operation. */
function isUnresolvedVariable(origin: string): boolean {
  return origin.startsWith("{{");
}

function matchByPath(groups: readonly ServerGroup[], request: RequestParts): Match {
  return findOnAnyServer(groups, request)?.match ?? { kind: "elsewhere", origin: request.origin };
}

/** Matches a request to the service itself whose path lacks the base path. */
function matchWithoutBase(groups: readonly ServerGroup[], { method, path, query }: RequestParts): Match | undefined {
  const found = groups.map(({ tree }) => toMatch(tree.match(path, query), method, path));
  const match = found.find(({ kind }) => kind === "operation");
  return match?.kind === "operation" ? { ...match, lacksBasePath: true } : found.find(({ kind }) => kind === "method");
}

function assertVariables(operations: readonly Operation[], overrides: readonly string[]): void {
  const known = new Set(
    operations.flatMap(({ servers }) => servers.flatMap(({ variables }) => Object.keys(variables))),
  );
  for (const override of overrides.filter(isVariableOverride)) {
    const name = override.slice(0, override.indexOf("="));
    if (known.has(name)) continue;
    const names = known.size === 0 ? "has no server variables" : `has ${[...known].join(", ")}`;
    throw new ServerError(`server "${override}": unknown server variable "${name}"; the spec ${names}`);
  }
}

function groupByServer(operations: readonly Operation[], overrides: readonly string[]): ServerGroup[] {
  const groups = new Map<string, { server: ServerPattern; operations: Operation[] }>();
  for (const operation of operations) {
    if (operation.kind === "webhook") continue;
    for (const server of operation.servers) {
      for (const pattern of compileServer(server, overrides)) {
        const group = groups.get(pattern.key) ?? { server: pattern, operations: [] };
        if (!group.operations.includes(operation)) group.operations.push(operation);
        groups.set(pattern.key, group);
      }
    }
  }
  // The longest base path first, so that https://host/v2 does not match as a path of https://host; fixed hosts before hosts
  // with variables.
  return [...groups.values()]
    .sort((a, b) => b.server.weight - a.server.weight)
    .map(({ server, operations: own }) => ({ server, tree: compilePathTree(own) }));
}

/** Ranks the matches of several servers; only an operation with an exact path ends the search. */
const MATCH_RANK = { operation: 2, method: 1, path: 0, elsewhere: 0 } as const;

function toMatch(found: PathMatches | undefined, method: string, path: string): Match {
  if (found === undefined) return { kind: "path", path };
  const matches: OperationMatch[] = [];
  for (const { operations, values } of found.candidates) {
    // A server responds to HEAD as to GET, without content (RFC 9110, section 9.3.2).
    const operation = operations.get(method) ?? (method === "HEAD" ? operations.get("GET") : undefined);
    if (operation !== undefined) matches.push({ operation, ...values(operation) });
  }
  const [best] = matches;
  if (best !== undefined)
    return matches.length === 1
      ? { kind: "operation", ...best }
      : { kind: "operation", ...best, ambiguousMatches: matches.slice(1) };
  const { operations } = found.candidates[0];
  const [first] = operations.values();
  if (first === undefined) return { kind: "path", path };
  return { kind: "method", template: first.path, methods: [...operations.keys()], operation: first };
}

/** Returns the index where the query or fragment starts, or the length of the URL. */
export function findPathEnd(url: string): number {
  const query = url.indexOf("?");
  const fragment = url.indexOf("#");
  if (query < 0) return fragment < 0 ? url.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}

/** Splits a URL into origin and path, both undecoded. */
export function splitUrl(url: string): { origin: string; path: string } {
  const scheme = url.indexOf("://");
  const start = scheme === -1 ? 0 : scheme + 3;
  const slash = url.indexOf("/", start);
  const stop = findPathEnd(url);
  if (slash === -1 || slash > stop) return { origin: url.slice(0, stop), path: "/" };
  return { origin: url.slice(0, slash), path: url.slice(slash, stop) };
}

/** Returns the raw query of a URL, without the question mark. */
export function getRawQuery(url: string): string {
  const hash = url.indexOf("#");
  const whole = hash === -1 ? url : url.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark === -1 ? "" : whole.slice(mark + 1);
}
