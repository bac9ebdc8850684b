import { AdminError } from "./admin-response.js";

/**
 * Milliseconds of a time in GMT, with or without fractions of a second.
 *
 * @throws AdminRefusal 400 when it is none, or one that no calendar has
 */
export function readTime(value: unknown, name: string): number {
  const time = typeof value === "string" && ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
  // A day such as 30 February is parsed as one in March, and then reads otherwise.
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === String(value).slice(0, 19)) return time;
  throw new AdminError(400, "INVALID_TIME", `\`${name}\` is to be a time in GMT such as 2026-03-14T09:30:00Z`);
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
