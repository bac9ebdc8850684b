import type { Operation } from "../../document/index.js";
import type { ExchangeTemplate } from "../../exchange/index.js";
import { findPathEnd, type Match, type Router } from "../../match/index.js";

/** Finds operations like the router, but faster for an exchange that is similar to an earlier one. */
export type RouteCache = (method: string, url: string, alike: ExchangeTemplate | undefined) => Match;

/**
 * Reuses the operation of a similar earlier exchange if their URLs differ only in identifiers at template expressions.
 *
 * This gives the router's result under two conditions. Each segment of the templates and base paths is either literal text or
 * one expression, which matches any identifier. None of the identifiers equals a literal.
 */
export function createRouteCache(
  router: Router,
  operations: readonly Operation[],
  servers: readonly string[],
): RouteCache {
  const literals = collectLiterals(operations, servers);
  const known = new WeakMap<ExchangeTemplate, CachedRoute[]>();
  return (method, url, alike) => {
    if (literals === undefined || alike === undefined) return router.match(method, url);
    const segments = url.slice(0, findPathEnd(url)).split("/");
    const routes = known.get(alike) ?? [];
    for (const one of routes) {
      const path = matchCachedRoute(one, segments, literals);
      if (path !== undefined) return { kind: "operation", operation: one.operation, path };
    }
    const match = router.match(method, url);
    const added = routes.length < MAX_CACHED_ROUTES ? toCachedRoute(match, segments, literals) : undefined;
    if (added !== undefined) known.set(alike, [...routes, added]);
    return match;
  };
}

type CachedRoute = {
  readonly operation: Operation;
  readonly segments: readonly string[];
  /** The name of the expression at each segment. */
  readonly names: readonly (string | undefined)[];
};

function matchCachedRoute(
  { segments, names }: CachedRoute,
  texts: readonly string[],
  literals: ReadonlySet<string>,
): Map<string, string> | undefined {
  if (segments.length !== texts.length) return undefined;
  const values = new Map<string, string>();
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    const name = names[index];
    if (name === undefined && text !== segments[index]) return undefined;
    if (name === undefined) continue;
    if (!IDENTIFIER.test(text) || literals.has(text)) return undefined;
    values.set(name, text);
  }
  return values;
}

function toCachedRoute(
  match: Match,
  segments: readonly string[],
  literals: ReadonlySet<string>,
): CachedRoute | undefined {
  if (match.kind !== "operation" || match.ambiguousMatches !== undefined) return undefined;
  const { operation, path } = match;
  const template = operation.path.split("/").slice(1);
  const offset = segments.length - template.length;
  // Three segments precede the path: the scheme, an empty segment and the host.
  if (offset < 3 || !segments.slice(3).every((segment) => IDENTIFIER.test(segment))) return undefined;
  const names = segments.map((_, index) => EXPRESSION.exec(template[index - offset] ?? "")?.[1]);
  const isAsWritten = segments.every((text, index) => {
    const name = names[index];
    if (name !== undefined) return path.get(name) === text && !literals.has(text);
    return index < offset || template[index - offset] === text;
  });
  const count = names.filter((name) => name !== undefined).length;
  return isAsWritten && count === path.size ? { operation, segments, names } : undefined;
}

/** Returns the literal segments of all templates and base paths; undefined if partial segments or queries affect routing. */
function collectLiterals(
  operations: readonly Operation[],
  overrides: readonly string[],
): ReadonlySet<string> | undefined {
  const servers = operations.flatMap((operation) => operation.servers);
  const values = servers.flatMap(({ variables }) =>
    Object.values(variables).flatMap(({ default: usual, enum: others = [] }) => [usual, ...others]),
  );
  const urls = [...servers.map(({ url }) => url), ...values, ...overrides].map((url) => url.replace(ORIGIN, ""));
  const segments = [...operations.map(({ path }) => path), ...urls].flatMap((text) => text.split(/[/=?#]/));
  if (operations.some(({ path }) => path.includes("?"))) return undefined;
  const literals = new Set<string>();
  for (const segment of segments) {
    if (EXPRESSION.test(segment)) continue;
    // An escaped segment can match other texts.
    if (/[{}%]/.test(segment)) return undefined;
    literals.add(segment);
  }
  return literals;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const EXPRESSION = /^\{([^{}]+)\}$/;
const IDENTIFIER = /^[A-Za-z0-9_-]+$/;

/** Similar exchanges belong to few operations. */
const MAX_CACHED_ROUTES = 16;
