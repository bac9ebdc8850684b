import type { RetryLimits } from "./send-with-retries.js";

/** Returns what is wrong with the first limit that is invalid: its name, its value and what is expected. */
export function findInvalidLimit(limits: RetryLimits): string | undefined {
  for (const name of ["timeout", "totalTimeout", "retries"] as const) {
    const value: unknown = limits[name] ?? 1;
    const isValid =
      typeof value === "number" && (name === "retries" ? value >= 0 && Number.isInteger(value) : value > 0);
    if (!isValid)
      return `${name} is ${value}: expected ${name === "retries" ? "an integer of at least 0" : "milliseconds above 0"}`;
  }
  return undefined;
}
