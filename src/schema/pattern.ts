import type { CodeOptions } from "ajv/dist/core.js";

/**
 * Compiles a `pattern` as ECMA-262 with the `u` flag, which JSON Schema recommends, or without it: much-used patterns
 * such as `^[\w-\.]+$` are valid in only one of the two. A few words of other dialects are read as they were meant.
 *
 * Every pattern of a description becomes an expression here and nowhere else.
 *
 * @throws SyntaxError when it is a regular expression in none of these ways.
 */
export const compilePattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (pattern: string, flags: string): RegExp => {
    for (const { source, added } of [{ source: pattern, added: "" }, inEcmaScript(pattern)]) {
      try {
        return new RegExp(source, flags + added);
      } catch {
        // The next way of reading it may be the right one.
      }
    }
    const { source, added } = inEcmaScript(pattern);
    return new RegExp(source, flags.replace("u", "") + added);
  },
  { code: "new RegExp" },
);

/** What Perl, Python and Ruby write for the two ends of a text, for ignoring case and for naming a group. */
function inEcmaScript(pattern: string): { source: string; added: string } {
  const source = pattern
    .replace(/^\(\?i\)/, "")
    .replace(/^((?:[(^]|\(\?:)*)\\A/, "$1^")
    .replace(/\\[zZ](\)*)$/, "$$$1")
    .replaceAll("(?P<", "(?<");
  return { source, added: pattern.startsWith("(?i)") ? "i" : "" };
}
