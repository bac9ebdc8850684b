import { isObject, type Json } from "../../document/index.js";
import { compileBoundedPattern } from "../pattern/bounded-pattern.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";

/** The words that a plan can hold, and how they have to be written for that. */
const SUPPORTED_KEYWORDS: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ["$ref", (value) => value === "#" || (typeof value === "string" && value.startsWith("#/"))],
  ["allOf", Array.isArray],
  ["anyOf", isRequiredAlternatives],
  ["type", (value) => [value].flat().every((type) => typeof type === "string" && TYPES.has(type))],
  ["enum", (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar)],
  ["const", isScalar],
  ["format", (value) => typeof value === "string"],
  ["pattern", isBacktrackingSafePattern],
  ["properties", isObject],
  ["required", isNameList],
  ["additionalProperties", (value) => typeof value === "boolean" || isObject(value)],
  ["items", (value) => value === true || isObject(value)],
  ["uniqueItems", (value) => value === false],
  ...["minLength", "maxLength", "minItems", "maxItems"].map((word) => [word, isCount] as const),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((word) => [word, isNumber] as const),
  ["multipleOf", (value) => typeof value === "number" && value > 0],
] as const);

const TYPES: ReadonlySet<string> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** Words that say nothing about validity, and of which drift asks only what a node of schemas knows. */
const ANNOTATION =
  /^(title|description|default|examples?|deprecated|readOnly|writeOnly|xml|externalDocs|discriminator|\$comment|\$defs|definitions|x-.*)$/;

/** Whether a plan can hold a word of a schema. */
export function isSupportedKeyword(word: string, value: Json | undefined): boolean {
  const fits = SUPPORTED_KEYWORDS.get(word);
  return fits === undefined ? isAnnotationKeyword(word) : fits(value);
}

export function isAnnotationKeyword(word: string): boolean {
  return ANNOTATION.test(word) && word !== NULL_ALLOWED;
}

/** Branches that only ask for names; drift learns nothing from them. No value but an object lacks names. */
function isRequiredAlternatives(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((branch) => isObject(branch) && Object.keys(branch).length === 1 && isNameList(branch.required))
  );
}

function isNameList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isScalar(value: Json | undefined): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isCount(value: Json | undefined): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isNumber(value: Json | undefined): boolean {
  return Number.isFinite(value);
}

function isBacktrackingSafePattern(value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  try {
    // One that could backtrack for ever may have to be left unjudged.
    return compileBoundedPattern(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
