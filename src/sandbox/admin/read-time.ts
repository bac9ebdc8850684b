import { AdminError } from "./admin-response.js";

/**
 * Parses a time in GMT, with or without fractions of a second.
 *
 * @param name the parameter or member, for the error message
 * @returns milliseconds since 1970
 * @throws AdminError 400 when the value is no time or names a date that does not exist
 */
export function readTime(value: unknown, name: string): number {
  const time = typeof value === "string" && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
  // `Date.parse` turns 30 February into a day in March; formatting the result reveals that.
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === String(value).slice(0, 19)) return time;
  throw new AdminError(400, "INVALID_TIME", `\`${name}\` must be a time in GMT such as 2026-03-14T09:30:00Z`);
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
