/**
 * Parses a duration in weeks, days, hours, minutes and seconds (ISO 8601-1, section 5.5.2), such as `P30D` or
 * `PT1H30M`. Months and years are not accepted because their length varies.
 *
 * @returns milliseconds; undefined when `text` is no such duration or longer than 100 years
 */
export function parseDuration(text: string): number | undefined {
  const parts = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/.exec(text);
  if (parts === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const sum = Math.round(((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return sum <= MAX_DURATION ? sum : undefined;
}

/** 100 years, in milliseconds. */
const MAX_DURATION = 36_525 * 86_400_000;
