/** The time of day of a time; the day stands in its title. */
export function formatTimeOfDay(iso: string): string {
  return iso.slice(11, 19);
}

/** A time as people read it, in GMT. */
export function formatDateTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The path and query of a URL. */
export function formatPathAndQuery(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

/** JSON indented, and any other text as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** How many there are of those that are shown, which are the latest. */
export function formatCount(count: number): string {
  return count === 0 ? "" : `latest ${count}`;
}

/** Text whose UUIDs are cut to their first part, which tells them apart well enough to read. */
export function shortenUuids(text: string): string {
  return text.replace(/\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "$1\u2026");
}
