import type { ProbeExchange } from "./probe-exchange.js";

/**
 * Whether the answer refuses the request for what it says. Left out is what a refusal may be about beside that: credentials,
 * rights, things that are not there, the state they are in, and rates.
 */
export function isRefusal({ exchange: { response } }: ProbeExchange): boolean {
  return [400, 405, 406, 415, 422].includes(response.status);
}
