import { unescapeJsonName } from "../json-scanner.js";
import { escapePointerToken } from "../message.js";

/**
 * Replaces scalars in a JSON text and leaves all other characters unchanged.
 *
 * Concatenated JSON texts each have their own root. Invalid JSON is processed as far as its tokens look like JSON.
 *
 * @param replace returns the new token, or undefined to keep the scalar. `pointer` is a JSON Pointer in which every array
 * index is 0, so that it identifies a location in the schema.
 */
export function replaceJsonScalars(
  text: string,
  replace: (pointer: string, token: string) => string | undefined,
): string {
  const open: string[] = [];
  let pointer = "";
  return text.replaceAll(TOKEN, (token, colon: string | undefined) => {
    if (token === "{" || token === "[") {
      open.push(pointer);
      if (token === "[") pointer += "/0";
    } else if (token === "}" || token === "]") pointer = open.pop() ?? "";
    else if (colon === undefined) return replace(pointer, token) ?? token;
    else
      pointer = `${open.at(-1) ?? ""}/${escapePointerToken(unescapeJsonName(token.slice(1, token.lastIndexOf('"'))))}`;
    return token;
  });
}

// A truncated text can end inside a string.
const TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"(\s*:)?|$)|[{}[\]]|[^\s{}[\],:"]+/g;

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
