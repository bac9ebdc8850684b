import type { CodeOptions } from "ajv/dist/core.js";

/**
 * Compiles a `pattern` as ECMA-262 with the `u` flag, which JSON Schema recommends, or without it: much-used patterns
 * such as `^[\w-\.]+$` are valid in only one of the two.
 *
 * @throws SyntaxError when it is a regular expression in neither.
 */
export const compilePattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern, flags.replace("u", ""));
    }
  },
  { code: "new RegExp" },
);
