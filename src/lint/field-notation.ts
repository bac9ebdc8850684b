import type { OpenApiVersion } from "../document/index.js";

export type FieldType = {
  /** A kind of object, or `string`, `boolean`, `any`, or one of `values`. */
  readonly type: string;
  readonly values: readonly string[];
  readonly holds: "one" | "array" | "map";
  /** The versions in which the value can be a Reference Object. */
  readonly references: readonly OpenApiVersion[];
  readonly required: readonly OpenApiVersion[];
  readonly versions: readonly OpenApiVersion[];
};

const VERSIONS: readonly OpenApiVersion[] = ["3.0", "3.1", "3.2"];

/**
 * Parses a notation like the type column of the specification. `kind[]` is an array, `{kind}` a map, `a|b` one of these values.
 * `&` allows a reference (`&3.2` since 3.2). `!` is required (`!3.0` only in 3.0, `!3.1` up to 3.1). The prefix `3.1 ` means
 * since 3.1, and `3.0 ` only in 3.0.
 */
export function parseFieldNotation(notation: string): FieldType {
  const [, only = "", open, text = "", reference, close, mark] =
    /^(3\.[012] )?(\{)?([\w|]+)(&(?:3\.2)?)?(\}|\[\])?(!(?:3\.[01])?)?$/.exec(notation) ?? [];
  const values = text.includes("|") ? text.split("|") : [];
  return {
    type: values.length > 0 ? "string" : text,
    values,
    holds: open !== undefined ? "map" : close === "[]" ? "array" : "one",
    references: VERSIONS.filter((version) => reference !== undefined && version >= reference.slice(1)),
    required: VERSIONS.filter((version) => mark === "!" || (mark !== undefined && version <= mark.slice(1))),
    versions: VERSIONS.filter((version) => (only === "3.0 " ? version === "3.0" : version >= only.trim())),
  };
}
