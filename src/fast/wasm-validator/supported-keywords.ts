import { isObject, type Json } from "../../document/index.js";
import { compileBoundedPattern } from "../../schema/pattern/bounded-pattern.js";
import { NULL_ALLOWED } from "../../schema/registry/normalize-schema.js";

/** The keywords that a compiled schema supports with any value that is valid for them. */
const SUPPORTED_KEYWORDS: ReadonlySet<string> = new Set([
  ...["allOf", "type", "enum", "const", "format", "properties", "required", "additionalProperties"],
  ...["minLength", "maxLength", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

/** Keywords that are supported with some of their values. */
const CONDITIONS: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ["$ref", (value) => value === "#" || (typeof value === "string" && value.startsWith("#/"))],
  ["items", (value) => value === true || isObject(value)],
  ["uniqueItems", (value) => value === false],
  // A pattern that can backtrack catastrophically may not be decidable in time.
  ["pattern", (value) => typeof value === "string" && compileBoundedPattern(value, "u") instanceof RegExp],
] as const);

/** Keywords that do not affect validity. Drift detection needs only what a merged schema has of them. */
const ANNOTATION =
  /^(title|description|default|examples?|deprecated|readOnly|writeOnly|xml|externalDocs|discriminator|\$comment|\$defs|definitions|x-.*)$/;

/** Whether a compiled schema supports a keyword with this value, which is valid for the keyword. */
export function isSupportedKeyword(keyword: string, value: Json | undefined): boolean {
  const isAnnotation = ANNOTATION.test(keyword) && keyword !== NULL_ALLOWED;
  return isAnnotation || SUPPORTED_KEYWORDS.has(keyword) || CONDITIONS.get(keyword)?.(value) === true;
}
