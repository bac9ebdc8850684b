import { getApplicator } from "../../../document/applicators.js";
import {
  asArray,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "../../../document/index.js";
import { getReferenceTarget } from "../../registry/walk-schemas.js";
import { type Closing, DRIFT, type Evaluator, type KeywordSite } from "./evaluation.js";

/** Plans the search for undeclared properties, so that validation also shows that a value has none (see undeclared.ts). */
export function planClosing(root: Json, start: JsonObject, pointer: Pointer): Closing {
  if (IN_PLACE_ALWAYS.every((keyword) => start[keyword] === undefined)) return hasRest(start) ? "none" : "below";
  const names = new Set<string>();
  const reached = new Set([pointer]);
  let hasProperties = false;
  // Iteration over a set includes elements that are added meanwhile.
  for (const at of reached) {
    const schema = at === pointer ? start : valueAt(root, at);
    if (!isObject(schema)) continue;
    if (hasRest(schema)) return "none";
    const declared = asObject(schema.properties);
    hasProperties ||= declared !== undefined;
    for (const name of Object.keys(declared ?? {})) names.add(name);
    const target = getReferenceTarget(schema);
    if (target !== undefined) reached.add(target);
    for (const index of asArray(schema.allOf).keys()) reached.add(joinPointer(at, "allOf", index));
  }
  return hasProperties && !isOnlyReference(start) ? names : "below";
}

/** Without these, a schema declares no properties that apply to every object. */
const IN_PLACE_ALWAYS = ["properties", "$ref", "allOf"];

/** Whether a schema says something about all other properties. */
function hasRest({ additionalProperties, unevaluatedProperties }: JsonObject): boolean {
  return additionalProperties !== undefined || unevaluatedProperties !== undefined;
}

function isOnlyReference(schema: JsonObject): boolean {
  return schema.$ref !== undefined && IN_PLACE_KEYWORDS.every((keyword) => schema[keyword] === undefined);
}

const IN_PLACE_KEYWORDS = ["properties", "allOf", "oneOf", "anyOf"];

/** Compiles what makes a value that is valid have drift, apart from undeclared properties; undefined if nothing does. */
export function compileDrift({ schema, dialect, isReference }: KeywordSite): Evaluator | undefined {
  const { readOnly, writeOnly, discriminator, "x-extensible-enum": listed } = schema;
  const isUnclear = Object.keys(schema).some(
    (keyword) =>
      getApplicator(keyword) !== undefined && (isReference || !dialect.supports(keyword) || !CLEAR.has(keyword)),
  );
  const isTagged = isObject(discriminator);
  const marks =
    (isUnclear || isTagged || schema.$dynamicRef !== undefined ? DRIFT.undeclared : 0) |
    (readOnly === true ? DRIFT.readOnly : 0) |
    (writeOnly === true ? DRIFT.writeOnly : 0);
  const known = Array.isArray(listed) ? new Set<unknown>(listed) : undefined;
  if (marks === 0 && known === undefined) return undefined;
  return (run, value) => {
    run.drift |= marks;
    const isScalar = typeof value === "string" || typeof value === "number";
    if (known !== undefined && isScalar && !known.has(value)) run.drift |= DRIFT.undeclared;
    return true;
  };
}

/** The keywords whose subschemas describe the same data for validation and for drift. */
const CLEAR = new Set(
  "$defs definitions contentSchema properties patternProperties additionalProperties propertyNames items allOf oneOf anyOf not".split(
    " ",
  ),
);

/** Looks for undeclared properties in a schema without `properties` of its own. */
export function compileClosing(closing: Closing): Evaluator | undefined {
  if (typeof closing === "string") return undefined;
  return (run, value) => {
    if (isObject(value) && !Object.keys(value).every((name) => closing.has(name))) run.drift |= DRIFT.undeclared;
    return true;
  };
}
