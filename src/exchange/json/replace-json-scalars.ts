import { escapePointerToken } from "./escape-pointer-token.js";

/**
 * A JSON text with other scalars in the places that `replace` gives one for, and every other character as it was. A place is a
 * pointer in which every item of a list is the first, so that there are as many as a schema has. Of several texts behind one
 * another each has its own root. What is no JSON is gone through as far as it looks like it.
 */
export function replaceJsonScalars(
  text: string,
  replace: (place: string, token: string) => string | undefined,
): string {
  const open: { readonly isList: boolean; readonly place: string }[] = [];
  let place = "";
  let isName = false;
  return text.replaceAll(TOKEN, (token) => {
    if (token === "{" || token === "[") {
      const isList = token === "[";
      open.push({ isList, place });
      if (isList) place += "/0";
      isName = !isList;
    } else if (token === "}" || token === "]") {
      place = open.pop()?.place ?? "";
      isName = false;
    } else if (token === ",") isName = open.at(-1)?.isList === false;
    else if (token === ":") isName = false;
    else if (isName) place = `${open.at(-1)?.place ?? ""}/${escapePointerToken(decodePropertyName(token))}`;
    else return replace(place, token) ?? token;
    return token;
  });
}

function decodePropertyName(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}

const TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;
