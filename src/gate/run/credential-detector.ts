import type { Operation } from "../../document/index.js";
import type { Exchange, HeaderField } from "../../exchange/index.js";
import { getRawQuery } from "../../match/index.js";
import { splitPairs } from "../../schema/index.js";

/** Detects the credentials of HTTP, and the API keys of the spec in their places. */
export function createCredentialDetector(operations: readonly Operation[]): (exchange: Exchange) => boolean {
  const { headers, queryNames } = listCredentialNames(operations);
  const isCredential = ([name]: HeaderField): boolean => headers.has(name) || headers.has(name.toLowerCase());
  return ({ request }) => {
    if (request.headers.some(isCredential)) return true;
    const query = getRawQuery(request.url);
    return query !== "" && splitPairs(query).some(({ name }) => queryNames.has(name));
  };
}

function listCredentialNames(operations: readonly Operation[]): {
  readonly headers: ReadonlySet<string>;
  readonly queryNames: ReadonlySet<string>;
} {
  const keys = operations.flatMap(({ security }) =>
    security.flat().flatMap(({ scheme }) => (scheme?.value.type === "apiKey" ? [scheme.value] : [])),
  );
  const namesIn = (location: string): string[] =>
    keys.filter((it) => it.in === location).map(({ name }) => String(name));
  return {
    headers: new Set(["authorization", "cookie", ...namesIn("header").map((name) => name.toLowerCase())]),
    queryNames: new Set(["access_token", ...namesIn("query")]),
  };
}
