import { getOrCreate, memoize, type Operation } from "../../document/index.js";
import { UNRECORDED_ORIGIN } from "../../recording/index.js";
import { compilePathTree, type PathMatches, type PathTree, type PathValues } from "./path-tree.js";
import { normalizePath } from "./segment.js";
import {
  compileServer,
  isVariableOverride,
  listSplits,
  parseOrigin,
  ServerError,
  type ServerPattern,
} from "./server.js";

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
  | { readonly kind: "path"; readonly path: string; readonly server?: string }
  /** The request goes to none of the servers of the spec. */
  | {
      readonly kind: "elsewhere";
      readonly origin: string;
      /** Whether a server has this origin, but not for this path. */
      readonly isServer: boolean;
      /** Which part of the URL does not fit the closest server, in words. */
      readonly mismatch: string;
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
  const findServersOf = createOriginFilter(groups);
  const firstSegments = new Set(operations.map(({ path }) => path.split("/")[1]));
  // `/users/7/orders` is an unknown path below `/users` and not `/orders` behind a base path.
  const startsLikeOperation = (servers: readonly ServerGroup[], path: string): boolean =>
    servers.some(({ server }) => firstSegments.has(server.stripBasePath(path)?.split("/")[1]));
  return {
    match: (method, url) => {
      const { origin, path } = splitUrl(url);
      const request = { method, origin, path: normalizePath(path), query: getRawQuery(url) };
      if (isUnresolvedVariable(origin)) return matchByPath(groups, request, path);
      const fitting = findServersOf(origin);
      const { best, hasFixedBase } = matchOnServers(fitting, request, path);
      if (best?.kind === "operation") return best;
      const found = (hasFixedBase ? undefined : matchLoosely(fitting, request)) ?? best;
      if (found?.kind === "path" && !startsLikeOperation(fitting, request.path))
        return { ...found, ...suggestServer(groups, request) };
      return found ?? createElsewhere(groups, request);
    },
  };
}

/** Finds the best match on the servers of the origin, and whether the request has the base path of one without variables. */
function matchOnServers(groups: readonly ServerGroup[], request: RequestParts, rawPath: string) {
  let best: Match | undefined;
  let hasFixedBase = false;
  for (const { server, tree } of groups) {
    const rest = server.stripBasePath(request.path);
    if (rest === undefined) continue;
    const matches = tree.match(rest, request.query);
    const found = toMatch(matches, request.method, rawPath);
    // A server of any host would otherwise make the requests of browsers to other companies undocumented.
    if (server.isOpen && (found.kind === "path" || !(server.hasLiteralBase || isEvident(found)))) continue;
    if (found.kind === "operation" && matches?.hasExactSlash === true) return { best: found, hasFixedBase };
    hasFixedBase ||= server.hasFixedBase;
    if (best === undefined || MATCH_RANK[found.kind] > MATCH_RANK[best.kind]) best = found;
  }
  return { best, hasFixedBase };
}

/** Creates a function that returns the servers of an origin. */
function createOriginFilter(groups: readonly ServerGroup[]): (origin: string) => readonly ServerGroup[] {
  return memoize((origin) => groups.filter(({ server }) => server.findMisfits(origin).length === 0), MAX_ORIGINS);
}

/** Recordings have few origins. The limit bounds memory for hostile recordings. */
const MAX_ORIGINS = 1000;

type RequestParts = { readonly method: string; readonly origin: string; readonly path: string; readonly query: string };

/** Matches variables of base paths that are empty or contain slashes. Only an operation with text of its own shows that they do. */
function matchLoosely(groups: readonly ServerGroup[], { method, path, query }: RequestParts): Match | undefined {
  for (const { server, tree } of groups)
    for (const rest of server.stripLooseBasePath(path)) {
      const found = toMatch(tree.match(rest, query), method, rest);
      if (isEvident(found)) return found;
    }
  return undefined;
}

/** Whether a path shows to which operation it belongs: the template has a literal segment. `/{id}` matches any path. */
function isEvident(match: Match): boolean {
  return (match.kind === "operation" || match.kind === "method") && /\/[^/{}]+(?=\/|$)/.test(match.operation.path);
}

function createElsewhere(groups: readonly ServerGroup[], request: RequestParts): Match {
  const { origin } = request;
  const { parts, url } = findClosestServer(groups, request);
  const mismatch = explainMismatch(parts, url, origin);
  const isServer = parts.every((part) => part === "path");
  return { kind: "elsewhere", origin, isServer, mismatch, ...suggestServer(groups, request) };
}

/** The weight of the parts of a URL in the comparison of servers: a request is closest to the server with its host. */
const PART_WEIGHT = { host: 8, path: 4, port: 2, scheme: 1 } as const;

type UrlPart = keyof typeof PART_WEIGHT;
type ClosestServer = { readonly parts: readonly UrlPart[]; readonly url: string };

/** Finds the server that fits most of a request, and the parts of the request that do not fit. */
function findClosestServer(groups: readonly ServerGroup[], { origin, path }: RequestParts): ClosestServer {
  let closest: ClosestServer = { parts: [], url: "" };
  let least = Number.POSITIVE_INFINITY;
  for (const { server } of groups) {
    const misfits = server.findMisfits(origin);
    const parts = server.stripBasePath(path) === undefined ? ([...misfits, "path"] as const) : misfits;
    const distance = parts.reduce((sum, part) => sum + PART_WEIGHT[part], 0);
    if (distance < least) [closest, least] = [{ parts, url: server.url }, distance];
  }
  return closest;
}

/** Says which parts of a request do not fit a server. */
function explainMismatch(parts: readonly UrlPart[], url: string, origin: string): string {
  if (parts.length === 0) return `${url} takes any host, but only for the paths of its operations`;
  if (parts.length === 1 && parts[0] === "path") return `the path is not below that of ${url}`;
  const { scheme, host, port } = parseOrigin(origin);
  if (parts[0] === "host") return `host ${host} does not fit ${url}`;
  const shown = {
    scheme: `scheme ${scheme}`,
    host: "",
    port: port === "" ? "the default port" : `port ${port}`,
    path: "",
  };
  const named = parts.map((part) => shown[part]).filter((it) => it !== "");
  return `${named.join(" and ")} ${named.length === 1 ? "does" : "do"} not fit ${url}`;
}

/** Suggests a base URL for a request whose path matches behind it, such as that of a service in development or of a gateway. */
function suggestServer(groups: readonly ServerGroup[], request: RequestParts): { readonly server?: string } {
  const found = findOnAnyServer(groups, request) ?? findBehindPrefix(groups, request);
  return found === undefined ? {} : { server: request.origin + found.basePath };
}

type AnywhereMatch = { readonly match: Match; readonly basePath: string };

/** Finds the operation that matches the path on any host, and the base path. */
function findOnAnyServer(groups: readonly ServerGroup[], request: RequestParts): AnywhereMatch | undefined {
  const { method, path, query } = request;
  for (const rest of new Set([...groups.map(({ server }) => server.stripBasePath(path)), path])) {
    if (rest === undefined) continue;
    for (const { tree } of groups) {
      const match = toMatch(tree.match(rest, query), method, rest);
      if (match.kind === "operation") return { match, basePath: path.slice(0, path.length - rest.length) };
    }
  }
  return undefined;
}

/** Finds the operation that matches the path behind a prefix that no server has, such as that of a gateway. */
function findBehindPrefix(groups: readonly ServerGroup[], request: RequestParts): AnywhereMatch | undefined {
  const { method, path, query } = request;
  // Base URLs have no empty segments.
  for (const [basePath, rest] of listSplits(path))
    for (const { tree } of /\/(?:\/|$)/.test(basePath) ? [] : groups) {
      const match = toMatch(tree.match(rest, query), method, rest);
      if (match.kind === "operation" && isEvident(match)) return { match, basePath };
    }
  return undefined;
}

/** Whether the origin is an unresolved variable such as `{{baseUrl}}`, or not recorded. Then only the path selects the operation. */
function isUnresolvedVariable(origin: string): boolean {
  return origin.startsWith("{{");
}

/** A recording without hosts is of the service. A request to an unresolved variable can be for another one. */
function matchByPath(groups: readonly ServerGroup[], request: RequestParts, path: string): Match {
  const { method, query, origin } = request;
  const own = groups.find(({ server }) => server.stripBasePath(request.path) !== undefined);
  const found = findOnAnyServer(groups, request)?.match ?? matchLoosely(groups, request);
  if (found?.kind === "operation" && own === undefined) return { ...found, lacksBasePath: true };
  if (found !== undefined) return found;
  if (origin === UNRECORDED_ORIGIN) {
    const rest = own?.server.stripBasePath(request.path);
    if (own !== undefined && rest !== undefined) return toMatch(own.tree.match(rest, query), method, path);
    const anywhere = groups.map(({ tree }) => toMatch(tree.match(request.path, query), method, path));
    const known = anywhere.find(({ kind }) => kind === "method");
    if (known !== undefined) return known;
  }
  const mismatch = "the path is not in the spec";
  return { kind: "elsewhere", origin: request.origin, isServer: false, mismatch };
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
        const group = getOrCreate(groups, pattern.key, () => ({ server: pattern, operations: [] }));
        if (!group.operations.includes(operation)) group.operations.push(operation);
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
  // A path or a query may have the URL of something else.
  const first = url.indexOf("/");
  const start = url.startsWith("://", first - 1) ? first + "//".length : 0;
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
