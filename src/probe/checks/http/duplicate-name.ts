/** Finds a name that occurs twice in one object of a JSON text. The text may be invalid. */
export function findDuplicateName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  // Strings, and the characters that begin and end objects and arrays.
  for (const { 0: token, 1: following } of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (following !== undefined) {
      const names = open.at(-1);
      const name = token.slice(0, token.lastIndexOf('"') + 1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}
