/** Replaces the contents of fields in a multipart body and leaves all other characters unchanged. */
export function replaceMultipartFields(
  text: string,
  boundary: string,
  replace: (name: string, value: string) => string | undefined,
): string {
  const parts = text.split(`--${boundary}`);
  return parts.map((part) => replacePart(part, replace)).join(`--${boundary}`);
}

function replacePart(part: string, replace: (name: string, value: string) => string | undefined): string {
  const [separator] = /\r?\n\r?\n/.exec(part) ?? [];
  if (separator === undefined) return part;
  const start = part.indexOf(separator) + separator.length;
  const name = /^content-disposition:[^\r\n]*[;\s]name=(?:"([^"\r\n]*)"|([^\s;]*))/im.exec(part.slice(0, start));
  const end = Math.max(start, part.length - (/\r?\n$/.exec(part)?.[0].length ?? 0));
  const value = name === null ? undefined : replace(name[1] ?? name[2] ?? "", part.slice(start, end));
  return value === undefined ? part : part.slice(0, start) + value + part.slice(end);
}
