/** The time of day of a time; the day stands in its title. */
export function timeOfDay(iso: string): string {
  return iso.slice(11, 19);
}

/** A time as people read it, in GMT. */
export function dayAndTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** The path and query of a URL. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, "");
}

/** JSON indented, and any other text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

export function counted(count: number, one: string, more: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${one}` : `${count} ${more}`;
}
