/** Formats the time of day. */
export function formatTimeOfDay(iso: string): string {
  return iso.slice(11, 19);
}

/** Formats date and time in GMT. */
export function formatDateTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Returns the path and query of a URL. */
export function formatPathAndQuery(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

/** Indents JSON; returns any other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Formats the number of items in a list of the latest items. */
export function formatCount(count: number): string {
  return count === 0 ? "" : `latest ${count}`;
}

/** Shortens UUIDs in a text to their first part, for readability. */
export function shortenUuids(text: string): string {
  return text.replace(/\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "$1\u2026");
}
