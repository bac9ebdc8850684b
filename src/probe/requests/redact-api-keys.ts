import type { Operation } from "../../document/index.js";
import { type Exchange, REDACTED } from "../../exchange/index.js";
import { INVALID_CREDENTIAL } from "./serialize-request.js";

/**
 * Takes out the keys that are headers by the contract's word (`type: apiKey`), however they are called. What is secret by its
 * name is taken out by whoever writes, and one that is wrong on purpose is none.
 */
export function createApiKeyRedactor(operations: readonly Operation[]): (exchange: Exchange) => Exchange {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const keys = schemes.filter((scheme) => scheme?.type === "apiKey" && scheme.in === "header");
  const names = new Set(keys.map((scheme) => String(scheme?.name).toLowerCase()));
  // Of this one everybody knows, and what stands before the secret is kept.
  names.delete("authorization");
  if (names.size === 0) return (exchange) => exchange;
  return (exchange) => {
    const { request } = exchange;
    const headers = request.headers.map(
      ([name, value]) =>
        [name, names.has(name.toLowerCase()) && value !== INVALID_CREDENTIAL ? REDACTED : value] as const,
    );
    return { ...exchange, request: { ...request, headers } };
  };
}
