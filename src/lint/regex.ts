export type RegexTrouble = { readonly kind: "invalid" | "not-unicode"; readonly message: string };

/** Most descriptions repeat few patterns very often. */
const known = new Map<string, RegexTrouble | undefined>();
const MAX_KNOWN = 1000;

/** What is wrong with a pattern: that it is no regular expression, or only one without the `u` flag. */
export function regexTrouble(pattern: string): RegexTrouble | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const trouble = compileTrouble(pattern);
  if (known.size < MAX_KNOWN) known.set(pattern, trouble);
  return trouble;
}

function compileTrouble(pattern: string): RegexTrouble | undefined {
  const unicode = syntaxError(pattern, "u");
  if (unicode === undefined) return undefined;
  const plain = syntaxError(pattern, "");
  return plain === undefined
    ? { kind: "not-unicode", message: `only without the "u" flag is this a regular expression: ${unicode}` }
    : { kind: "invalid", message: `this is no regular expression: ${plain}` };
}

function syntaxError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    // The engine repeats the pattern before the reason; the reader has it already.
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}
