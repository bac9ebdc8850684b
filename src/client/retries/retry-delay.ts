import type { Clock } from "./clock.js";

/**
 * Returns the delay before a retry in milliseconds. Uses exponential backoff with full jitter: a random time up to
 * 0.5 s, doubled with every retry, at most 20 s. Adds `Retry-After` of the response (RFC 9110, section 10.2.3). Returns
 * NaN for statuses that a retry cannot change, such as 404 or 501 (RFC 9110, section 15.6.2).
 *
 * @param repeats number of retries so far
 * @param response undefined when there was none
 */
export function getRetryDelay(repeats: number, response: Response | undefined, clock: Clock): number {
  if (response && !/408|429|50[0234]/.test(`${response.status}`)) return NaN;
  const retryAfter = response?.headers.get("retry-after") as string;
  // A date is compared with the Date header, because the clocks of service and client may differ.
  const wait = /^\d+$/.test(retryAfter)
    ? +retryAfter * 1000
    : Date.parse(retryAfter) - (Date.parse(response?.headers.get("date") as string) || clock.now());
  return (wait > 0 ? wait : 0) + clock.random() * Math.min(20_000, 500 * 2 ** repeats);
}
