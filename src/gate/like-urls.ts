import type { Operation } from "../document/index.js";
import type { Alike } from "../exchange/index.js";
import type { Match, Router } from "../match/index.js";

/** Finds operations as the router does, and faster for an exchange that is like one before it. */
export type LikeUrls = (method: string, url: string, alike: Alike | undefined) => Match;

/**
 * Takes the operation of a URL from that of one before, of a like exchange, where they differ in identifiers only, and only
 * where the template has expressions.
 *
 * That is right where each segment of each template and base path is one whole expression, which takes every identifier, or
 * a literal text that is none of these identifiers: then no comparison of the router comes to anything else.
 */
export function createLikeUrls(router: Router, operations: readonly Operation[], servers: readonly string[]): LikeUrls {
  const literals = literalsOf(operations, servers);
  const known = new WeakMap<Alike, Known[]>();
  return (method, url, alike) => {
    if (literals === undefined || alike === undefined) return router.match(method, url);
    const segments = url.slice(0, endOfPath(url)).split("/");
    const before = known.get(alike) ?? [];
    for (const one of before) {
      const path = valuesBy(one, segments, literals);
      if (path !== undefined) return { kind: "operation", operation: one.operation, path };
    }
    const match = router.match(method, url);
    const learned = before.length < MAX_KNOWN ? knownOf(match, segments, literals) : undefined;
    if (learned !== undefined) known.set(alike, [...before, learned]);
    return match;
  };
}

type Known = {
  readonly operation: Operation;
  readonly segments: readonly string[];
  /** Of each segment the expression that it stands for. */
  readonly names: readonly (string | undefined)[];
};

function valuesBy(
  { segments, names }: Known,
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

function knownOf(match: Match, segments: readonly string[], literals: ReadonlySet<string>): Known | undefined {
  if (match.kind !== "operation" || match.others !== undefined) return undefined;
  const { operation, path } = match;
  const template = operation.path.split("/").slice(1);
  const offset = segments.length - template.length;
  // Before the path stand the scheme, nothing, and the host.
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

/** Where a query, a fragment or nothing begins. */
export function endOfPath(url: string): number {
  const query = url.indexOf("?");
  const fragment = url.indexOf("#");
  if (query < 0) return fragment < 0 ? url.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}

/** The literal segments of all templates and base paths; undefined where a segment or a query decides in part. */
function literalsOf(operations: readonly Operation[], overrides: readonly string[]): ReadonlySet<string> | undefined {
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
    // What is written with escapes may be any text.
    if (/[{}%]/.test(segment)) return undefined;
    literals.add(segment);
  }
  return literals;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const EXPRESSION = /^\{([^{}]+)\}$/;
const IDENTIFIER = /^[A-Za-z0-9_-]+$/;

/** A few operations are asked for alike. */
const MAX_KNOWN = 16;
