export type PatternError = { readonly kind: "invalid" | "not-unicode"; readonly message: string };

/** Caches results, because most specs use few patterns often. */
const errorCache = new Map<string, PatternError | undefined>();
const MAX_CACHED = 1000;

/** Returns why a pattern is not a valid regular expression, or is one only without the `u` flag. */
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
    ? {
        kind: "not-unicode",
        message: `the pattern is a valid regular expression only without the "u" flag: ${unicode}`,
      }
    : { kind: "invalid", message: `the pattern is not a valid regular expression: ${plain}` };
}

function getSyntaxError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    // The engine's message repeats the pattern before the reason.
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2);
  }
}
