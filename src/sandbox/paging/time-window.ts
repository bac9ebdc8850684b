import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import { parseTimestamp } from "../context/timestamps.js";

/** An inclusive range of update times, in milliseconds of whole seconds. */
export type TimeWindow = {
  /** Undefined when the range has no lower bound. */
  readonly start: number | undefined;
  readonly end: number;
};

/** The earliest time that can be formatted, for links that need a start when the request had none. */
export const MIN_TIME = Date.parse("0000-01-01T00:00:00Z");

/**
 * Reads the time window of a list. `startAt` takes precedence over `If-Modified-Since`; `endAt` defaults to now (seed,
 * "Pagination"). Both filter by `updatedAt` regardless of `timeType`, because the seed names no other time.
 *
 * @returns an error response when a time is invalid, such as 30 February, or the window ends before it starts
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
        `${name} is not a valid time; expected a time such as 2026-01-31T09:30:00Z`,
      );
    read[name as keyof typeof times] = time;
  }
  if (read.startAt !== undefined && read.endAt !== undefined && read.startAt > read.endAt)
    return createErrorResponse(400, "INVALID_WINDOW", "startAt must not be later than endAt");
  return { start: read.startAt ?? read["If-Modified-Since"], end: read.endAt ?? truncateToSecond(now) };
}

/** Truncates a time in milliseconds to the second, the precision of the service. */
export function truncateToSecond(time: number): number {
  return Math.floor(time / 1000) * 1000;
}
