/** A time as the service writes it: GMT, to the second (seed, "What the service does", convention 2). */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds of a time as the service writes it; undefined when it names no time that there is. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)) return undefined;
  const time = Date.parse(text);
  // A day such as 30 February is parsed as one in March, and then reads otherwise.
  return Number.isNaN(time) || formatTimestamp(time) !== text ? undefined : time;
}
