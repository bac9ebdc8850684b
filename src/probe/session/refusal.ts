import type { ProbeExchange } from "./probe-exchange.js";

/**
 * Whether the response rejects the content of a request. Excludes statuses with other causes: credentials, permissions,
 * missing resources, conflicts and rate limits.
 */
export function isRefusal({ exchange: { response } }: ProbeExchange): boolean {
  return [400, 405, 406, 415, 422].includes(response.status);
}
