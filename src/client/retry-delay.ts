import type { Clock } from "./clock.js";

/**
 * Milliseconds to wait before a request is sent again: a random time up to a bound that doubles with every repetition (full
 * jitter), added to what the service asked for by `Retry-After` (RFC 9110, section 10.2.3). Not a number for a status that
 * no waiting changes, such as 404 or 501 (RFC 9110, section 15.6.2).
 *
 * @param repeats how often it has been repeated before
 * @param response undefined where there was none
 */
export function getRetryDelay(repeats: number, response: Response | undefined, { now, random }: Clock): number {
  if (response && !/^(408|429|50[0234])$/.test(`${response.status}`)) return Number.NaN;
  const asked = response?.headers.get("retry-after") ?? "";
  // A date is compared with the service's own, whose clock may not be ours.
  const wait = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - (Date.parse(response?.headers.get("date") ?? "") || now());
  return Math.max(wait || 0, 0) + random() * Math.min(20_000, 500 * 2 ** repeats);
}
