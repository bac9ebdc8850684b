import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import { parseTimestamp } from "../context/timestamps.js";

/** The times between which items were updated, both ends within, in milliseconds of whole seconds. */
export type TimeWindow = {
  /** Undefined when everything since the business started is meant. */
  readonly start: number | undefined;
  readonly end: number;
};

/** The earliest time that can be written, for links that must name a start where the request named none. */
export const MIN_TIME = Date.parse("0000-01-01T00:00:00Z");

/**
 * The window of a listing: `startAt` wins over `If-Modified-Since`, and without `endAt` it ends now (seed, "Pagination").
 * Both compare `updatedAt`, whatever `timeType` says, since the seed names no other time to filter by.
 *
 * @returns a refusal when a time does not exist, such as 30 February, or when the window ends before it starts
 */
export function readTimeWindow({ parameters, headers, now }: RequestContext): TimeWindow | ServiceResponse {
  const startAt = parameters.startAt ?? undefined;
  const times = { startAt, endAt: parameters.endAt, "If-Modified-Since": headers["if-modified-since"] };
  const read: Partial<Record<keyof typeof times, number>> = {};
  for (const [name, text] of Object.entries(times)) {
    if (text === undefined || (name === "If-Modified-Since" && startAt !== undefined)) continue;
    const time = parseTimestamp(String(text));
    if (time === undefined)
      return createErrorResponse(
        400,
        "INVALID_TIME",
        `${name} is no time that there is; send one such as 2026-01-31T09:30:00Z`,
      );
    read[name as keyof typeof times] = time;
  }
  if (read.startAt !== undefined && read.endAt !== undefined && read.startAt > read.endAt)
    return createErrorResponse(400, "INVALID_WINDOW", "startAt is later than endAt; send a startAt that is not");
  return { start: read.startAt ?? read["If-Modified-Since"], end: read.endAt ?? truncateToSecond(now) };
}

/** Times of the service are written to the second. */
export function truncateToSecond(time: number): number {
  return Math.floor(time / 1000) * 1000;
}
