import type { Clock } from "./clock.js";

const BASE = 500;
const CEILING = 20_000;

/** Whether an answer with this status may be another one when the request is repeated. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Milliseconds to wait after an attempt that failed: by chance between nothing and a bound that doubles with every attempt
 * (full jitter), and beyond what the service asked for by `Retry-After` (RFC 9110, section 10.2.3).
 */
export function retryDelay(attempt: number, headers: Headers | undefined, clock: Clock): number {
  return retryAfter(headers, clock) + clock.random() * Math.min(CEILING, BASE * 2 ** (attempt - 1));
}

/** A date is compared with the service's own, whose clock may not be ours. */
function retryAfter(headers: Headers | undefined, clock: Clock): number {
  const asked = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const sent = Date.parse(headers?.get("date") ?? "");
  const wait = Date.parse(asked) - (Number.isNaN(sent) ? clock.now() : sent);
  return wait > 0 ? wait : 0;
}
