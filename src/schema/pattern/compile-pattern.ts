import type { CodeOptions } from "ajv/dist/core.js";

/**
 * Compiles a `pattern` as ECMA-262 with the `u` flag, which JSON Schema recommends, or without it: common patterns such as
 * `^[\w-\.]+$` are valid only without it. Some syntax of other dialects is translated.
 *
 * All patterns of a spec are compiled here, so that they have the same meaning everywhere.
 *
 * @throws {SyntaxError} if the pattern is not a regular expression, even after translation.
 */
export const compilePattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (written: string, flags: string): RegExp => {
    const { pattern, added: ownFlags } = parseSlashedPattern(written) ?? { pattern: written, added: "" };
    const translated = toEcmaScript(pattern);
    for (const { source, added } of [{ source: pattern, added: ownFlags }, translated]) {
      try {
        return new RegExp(source, flags + added);
      } catch {
        // Try the next interpretation.
      }
    }
    // Without the flag, such an escape would match the letter itself, which is never intended.
    const [, foreign] = FOREIGN_ESCAPE.exec(translated.source) ?? [];
    if (foreign !== undefined)
      throw new SyntaxError(`Invalid regular expression: /${written}/: ${foreign} is not an escape of ECMA-262`);
    return new RegExp(translated.source, flags.replace("u", "") + translated.added);
  },
  { code: "new RegExp" },
);

/**
 * Removes the slashes around a pattern that is written like a literal in JavaScript. With them it matches no text, because
 * nothing precedes `^` or follows `$`. Undefined for other patterns.
 */
export function parseSlashedPattern(written: string): { readonly pattern: string; readonly added: string } | undefined {
  const [, pattern, added = ""] = /^\/(\^.*\$)\/([ims]{0,3})$/s.exec(written) ?? [];
  return pattern === undefined ? undefined : { pattern, added };
}

/** Translates anchors, flags, named groups and character classes of Perl, Python, Ruby, Java and POSIX. */
function toEcmaScript(pattern: string): { source: string; added: string } {
  const [, added = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .replace(/^\(\?[ims]+\)/, "")
    .replace(/^((?:[(^]|\(\?:)*)\\A/, "$1^")
    .replace(/\\[zZ](\)*)$/, "$$$1")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:([a-z]+):\]/g, (word, name: string) => POSIX_CLASSES[name] ?? word)
    .replaceAll(/\\(?:x\{|e|p\{Is(?=[A-Z])|[\s\S])/g, (escaped) => TRANSLATED_ESCAPES[escaped] ?? escaped);
  // Unicode categories need the flag `u`, which forbids needless escapes.
  const needsUnicodeFlag = /\\[pP]\{/.test(source);
  return { source: needsUnicodeFlag ? source.replaceAll(/\\([\s\S])/g, removeNeedlessEscape) : source, added };
}

function removeNeedlessEscape(escaped: string, character: string): string {
  return /[\s_@:;,'"#&%!=<>~`]/.test(character) ? character : escaped;
}

/** An escape that is an error with the flag `u`, and the letter itself without it. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*(\\[aeg-jlmoqyzACE-RTUVX-ZpP])/;

/** A code point, the escape character, and the scripts and categories of Java. */
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
