import type { Clock } from "./clock.js";

/** Whether an answer with this status may be another one when the request is repeated. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * Milliseconds to wait before a request is repeated: by chance between nothing and a bound that doubles with every time
 * (full jitter), and beyond what the service asked for by `Retry-After` (RFC 9110, section 10.2.3).
 *
 * @param repeats how often it has been repeated before
 */
export function retryDelay(repeats: number, headers: Headers | undefined, { now, random }: Clock): number {
  const asked = headers?.get("retry-after") ?? "";
  // A date is compared with the service's own, whose clock may not be ours.
  const wait = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - (Date.parse(headers?.get("date") ?? "") || now());
  return Math.max(wait || 0, 0) + random() * Math.min(20_000, 500 * 2 ** repeats);
}
