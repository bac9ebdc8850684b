import { type HourRange, toHour } from "../../stream/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/usage-error.js";

/**
 * Parses `--since` and `--until`. The start is rounded down to the hour, and the end up.
 *
 * @throws UsageError for a text that is neither a duration nor a time
 */
export function parseHourRange(
  { since, until }: Pick<CommandOptions<"report">, "since" | "until">,
  now: number,
): HourRange {
  return {
    ...(since === undefined ? {} : { since: toHour(parsePastTime("--since", since, now)) }),
    ...(until === undefined ? {} : { until: toHour(Math.ceil(parsePastTime("--until", until, now) / HOUR) * HOUR) }),
  };
}

/** Parses a duration before now, such as `24h`, or a time. Returns milliseconds since 1970. */
function parsePastTime(option: string, text: string, now: number): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = unit === "" ? parseTime(text) : now - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(time))
    throw new UsageError(
      `${option} ${text}: give a duration such as 24h or 7d, or a time such as 2026-01-31T09:00:00Z`,
    );
  return time;
}

function parseTime(text: string): number {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
}

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: 24 * HOUR };
