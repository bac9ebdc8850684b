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
  (written: string, flags: string): RegExp => {
    const { pattern, added: own } = parseSlashedPattern(written) ?? { pattern: written, added: "" };
    const meant = toEcmaScript(pattern);
    for (const { source, added } of [{ source: pattern, added: own }, meant]) {
      try {
        return new RegExp(source, flags + added);
      } catch {
        // The next way of reading it may be the right one.
      }
    }
    // Without the flag such an escape would be the letter itself, which nobody means by it.
    const [, foreign] = FOREIGN_ESCAPE.exec(meant.source) ?? [];
    if (foreign !== undefined)
      throw new SyntaxError(`Invalid regular expression: /${written}/: ${foreign} is no escape of ECMA-262`);
    return new RegExp(meant.source, flags.replace("u", "") + meant.added);
  },
  { code: "new RegExp" },
);

/**
 * The pattern that somebody wrote between slashes, as in a program. As it stands it fits no text: nothing comes before the
 * beginning of one, nor after its end.
 */
export function parseSlashedPattern(written: string): { readonly pattern: string; readonly added: string } | undefined {
  const [, pattern, added = ""] = /^\/(\^.*\$)\/([ims]{0,3})$/s.exec(written) ?? [];
  return pattern === undefined ? undefined : { pattern, added };
}

/**
 * What Perl, Python, Ruby and POSIX write for the two ends of a text, for flags, for naming a group and for classes of
 * characters.
 */
function toEcmaScript(pattern: string): { source: string; added: string } {
  const [, added = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .replace(/^\(\?[ims]+\)/, "")
    .replace(/^((?:[(^]|\(\?:)*)\\A/, "$1^")
    .replace(/\\[zZ](\)*)$/, "$$$1")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:([a-z]+):\]/g, (word, name: string) => POSIX_CLASSES[name] ?? word)
    .replaceAll(/\\(?:x\{|e|p\{Is(?=[A-Z])|[\s\S])/g, (escaped) => TRANSLATED_ESCAPES[escaped] ?? escaped);
  // Categories of characters need the flag u, which forbids to escape what needs no escape.
  const needsFlag = /\\[pP]\{/.test(source);
  return { source: needsFlag ? source.replaceAll(/\\([\s\S])/g, removeNeedlessEscape) : source, added };
}

function removeNeedlessEscape(escaped: string, character: string): string {
  return /[\s_@:;,'"#&%!=<>~`]/.test(character) ? character : escaped;
}

/** An escape that is a letter where the flag `u` does not make it an error. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*(\\[aeg-jlmoqyzACE-RTUVX-ZpP])/;

/** A character by its number, the escape character, and the scripts and categories of Java. */
const TRANSLATED_ESCAPES: Readonly<Record<string, string>> = { "\\x{": "\\u{", "\\e": "\\x1b", "\\p{Is": "\\p{" };

/** @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap09.html#tag_09_03_05 */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
  punct: "!-\\/:-@\\[-`\\{-~",
};
