export type PatternError = { readonly kind: "invalid" | "not-unicode"; readonly message: string };

/** Most descriptions repeat few patterns very often. */
const errorCache = new Map<string, PatternError | undefined>();
const MAX_CACHED = 1000;

/** What is wrong with a pattern: that it is no regular expression, or only one without the `u` flag. */
export function findPatternError(pattern: string): PatternError | undefined {
  if (errorCache.has(pattern)) return errorCache.get(pattern);
  const error = checkPattern(pattern);
  if (errorCache.size < MAX_CACHED) errorCache.set(pattern, error);
  return error;
}

function checkPattern(pattern: string): PatternError | undefined {
  const unicode = getSyntaxError(pattern, "u");
  if (unicode === undefined) return undefined;
  const plain = getSyntaxError(pattern, "");
  return plain === undefined
    ? { kind: "not-unicode", message: `only without the "u" flag is this a regular expression: ${unicode}` }
    : { kind: "invalid", message: `this is no regular expression: ${plain}` };
}

function getSyntaxError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    // The engine repeats the pattern before the reason; the reader has it already.
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}
