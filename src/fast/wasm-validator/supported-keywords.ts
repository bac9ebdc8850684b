import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { compileBoundedPattern } from "../../schema/pattern/bounded-pattern.js";
import { NULL_ALLOWED } from "../../schema/registry/normalize-schema.js";

/** The keywords that a compiled schema supports, with a test of their value. */
const SUPPORTED_KEYWORDS: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ["$ref", (value) => value === "#" || (typeof value === "string" && value.startsWith("#/"))],
  ["allOf", Array.isArray],
  ["anyOf", isRequiredAlternatives],
  ["oneOf", (value) => listConstants(value) !== undefined],
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
  ...["minLength", "maxLength", "minItems", "maxItems"].map((keyword) => [keyword, isCount] as const),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((keyword) => [keyword, isNumber] as const),
  ["multipleOf", (value) => typeof value === "number" && value > 0],
] as const);

const TYPES: ReadonlySet<string> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** Keywords that do not affect validity. Drift detection needs only what a merged schema has of them. */
const ANNOTATION =
  /^(title|description|default|examples?|deprecated|readOnly|writeOnly|xml|externalDocs|discriminator|\$comment|\$defs|definitions|x-.*)$/;

/** Whether a compiled schema supports a keyword with this value. */
export function isSupportedKeyword(keyword: string, value: Json | undefined): boolean {
  const isSupportedValue = SUPPORTED_KEYWORDS.get(keyword);
  return isSupportedValue === undefined ? isAnnotationKeyword(keyword) : isSupportedValue(value);
}

export function isAnnotationKeyword(keyword: string): boolean {
  return ANNOTATION.test(keyword) && keyword !== NULL_ALLOWED;
}

/** Branches that only require names, which apply to objects alone and do not affect drift. */
function isRequiredAlternatives(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((branch) => isObject(branch) && Object.keys(branch).length === 1 && isNameList(branch.required))
  );
}

/** The values of a `oneOf` of different constants, which is an enum with descriptions; undefined for any other. */
export function listConstants(oneOf: Json | undefined): Json[] | undefined {
  if (!Array.isArray(oneOf) || oneOf.length === 0) return undefined;
  const isConstant = (branch: Json): boolean =>
    isObject(branch) &&
    isScalar(branch.const) &&
    Object.keys(branch).every((keyword) => CONSTANT_KEYWORD.test(keyword));
  if (!oneOf.every(isConstant)) return undefined;
  const values = (oneOf as readonly JsonObject[]).map((branch) => branch.const ?? null);
  return new Set(values).size < values.length ? undefined : values;
}

const CONSTANT_KEYWORD = /^(const|title|description|deprecated|\$comment)$/;

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
    // A pattern that can backtrack catastrophically may not be decidable in time.
    return compileBoundedPattern(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
