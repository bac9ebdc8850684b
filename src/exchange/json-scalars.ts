import { pointerToken } from "./pointer-token.js";

/**
 * A JSON text with other scalars in the places that `replace` gives one for, and every other character as it was. Of several
 * texts behind one another each has its own root. What is no JSON is gone through as far as it looks like it.
 */
export function replaceScalars(text: string, replace: (pointer: string, token: string) => string | undefined): string {
  const path: (string | number)[] = [];
  // An object waits for a name or a value of that name; an array counts.
  const open: ("{" | "[")[] = [];
  let isName = false;
  const before = (): void => {
    isName = open.at(-1) === "{";
  };
  return text.replaceAll(TOKEN, (token) => {
    if (token === "{" || token === "[") {
      open.push(token);
      path.push(token === "[" ? 0 : "");
      before();
    } else if (token === "}" || token === "]") {
      open.pop();
      path.pop();
      isName = false;
    } else if (token === ",") {
      const last = path.at(-1);
      if (open.at(-1) === "[") path[path.length - 1] = Number(last) + 1;
      before();
    } else if (token === ":") isName = false;
    else if (isName) path[path.length - 1] = nameOf(token);
    else return replace(path.map((it) => `/${pointerToken(String(it))}`).join(""), token) ?? token;
    return token;
  });
}

function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}

const TOKEN = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;
