/** The text of a multipart body with the contents of some of its fields replaced, and everything else as it was recorded. */
export function replaceMultipartFields(
  text: string,
  boundary: string,
  replace: (name: string, value: string) => string | undefined,
): string {
  const parts = text.split(`--${boundary}`);
  return parts.map((part) => replacePart(part, replace)).join(`--${boundary}`);
}

function replacePart(part: string, replace: (name: string, value: string) => string | undefined): string {
  const [gap] = /\r?\n\r?\n/.exec(part) ?? [];
  if (gap === undefined) return part;
  const start = part.indexOf(gap) + gap.length;
  const name = /^content-disposition:[^\r\n]*[;\s]name=(?:"([^"\r\n]*)"|([^\s;]*))/im.exec(part.slice(0, start));
  const end = Math.max(start, part.length - (/\r?\n$/.exec(part)?.[0].length ?? 0));
  const value = name === null ? undefined : replace(name[1] ?? name[2] ?? "", part.slice(start, end));
  return value === undefined ? part : part.slice(0, start) + value + part.slice(end);
}
