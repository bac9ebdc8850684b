import type { Operation } from "../../document/index.js";
import { type Exchange, REDACTED } from "../../exchange/index.js";
import { INVALID_CREDENTIAL } from "./serialize-request.js";

/**
 * Creates a function that redacts the API key headers of the spec (`type: apiKey`), whatever their names. The report
 * redacts headers with well-known names itself. Keys that are invalid on purpose are kept.
 */
export function createApiKeyRedactor(operations: readonly Operation[]): (exchange: Exchange) => Exchange {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const keys = schemes.filter((scheme) => scheme?.type === "apiKey" && scheme.in === "header");
  const names = new Set(keys.map((scheme) => String(scheme?.name).toLowerCase()));
  // The report redacts this header itself and keeps the scheme.
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
