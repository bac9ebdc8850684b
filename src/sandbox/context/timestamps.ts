/** Formats a time as the service does: GMT, to the second (seed, "What the service does", convention 2). */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Parses a time in the format of the service. Returns milliseconds; undefined when the time is invalid. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)) return undefined;
  const time = Date.parse(text);
  // `Date.parse` turns 30 February into a day in March; formatting the result reveals that.
  return Number.isNaN(time) || formatTimestamp(time) !== text ? undefined : time;
}
