import { isObject, type Json } from "../../document/index.js";
import { NULL_ALLOWED } from "../lower.js";
import { boundedPattern } from "../pattern/bounded-pattern.js";

/** The words that a plan can hold, and how they have to be written for that. */
const PLANNED: ReadonlyMap<string, (value: Json | undefined) => boolean> = new Map([
  ["$ref", (value) => value === "#" || (typeof value === "string" && value.startsWith("#/"))],
  ["allOf", Array.isArray],
  ["anyOf", isChoiceOfNames],
  ["type", (value) => [value].flat().every((type) => typeof type === "string" && TYPES.has(type))],
  ["enum", (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar)],
  ["const", isScalar],
  ["format", (value) => typeof value === "string"],
  ["pattern", isPattern],
  ["properties", isObject],
  ["required", isNames],
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
export function isPlanned(word: string, value: Json | undefined): boolean {
  const fits = PLANNED.get(word);
  return fits === undefined ? isAnnotation(word) : fits(value);
}

export function isAnnotation(word: string): boolean {
  return ANNOTATION.test(word) && word !== NULL_ALLOWED;
}

/** Branches that only ask for names; drift learns nothing from them. No value but an object lacks names. */
function isChoiceOfNames(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((branch) => isObject(branch) && Object.keys(branch).length === 1 && isNames(branch.required))
  );
}

function isNames(value: Json | undefined): boolean {
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

function isPattern(value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  try {
    // One that could backtrack for ever may have to be left unjudged.
    return boundedPattern(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
