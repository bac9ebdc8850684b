import type { RetryLimits } from "./send-with-retries.js";

/** Returns what is wrong with the first limit that is invalid: its name, its value and what is expected. */
export function findInvalidLimit(limits: RetryLimits): string | undefined {
  for (const name of ["timeout", "totalTimeout", "retries"] as const) {
    const value = limits[name] ?? 1;
    const isCount = name === "retries";
    // NaN and strings are no numbers.
    if (value !== +value || value < 0 || (isCount ? value % 1 !== 0 : !value))
      return `${name} must be ${isCount ? "an integer >= 0" : "ms > 0"}, not ${value}`;
  }
  return undefined;
}
