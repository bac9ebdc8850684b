import { asArray, asObject, isObject, type Json, type JsonObject } from "../../../document/index.js";
import { findRepeatedItem } from "../../../document/values/exact-number.js";
import { compileBoundedPattern } from "../../pattern/compile-pattern.js";
import {
  addViolation,
  DRIFT,
  type EvaluatedParts,
  type EvaluationState,
  type Evaluator,
  evaluateChild,
  evaluateSilently,
  getKeywordMap,
  type KeywordCompiler,
  KeywordError,
  type KeywordSite,
  type SchemaEvaluator,
  shouldContinue,
  testEach,
} from "./evaluation.js";

/**
 * Creates a keyword that limits the number of characters, items or properties. `isWithin` accepts values of types to which it
 * does not apply.
 */
export function createSizeKeyword(
  keyword: string,
  isWithin: (value: unknown, limit: number) => boolean,
): [string, KeywordCompiler] {
  const compileKeyword: KeywordCompiler = (site) => {
    const limit = site.schema[keyword];
    if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
      throw new KeywordError(site, keyword, "a non-negative integer");
    return (run, value) => isWithin(value, limit) || addViolation(run, site, { keyword, value });
  };
  return [keyword, compileKeyword];
}

const prefixItems: KeywordCompiler = (site) => evaluatePrefix(compilePrefix(site, "prefixItems"));

/** `items` applies after `prefixItems`; before 2020-12 it could be that list itself. */
const items: KeywordCompiler = (site) => {
  const { schema } = site;
  if (Array.isArray(schema.items)) return evaluatePrefix(compilePrefix(site, "items"));
  const prefix = site.dialect.supports("prefixItems") ? asArray(schema.prefixItems).length : 0;
  if (schema.items !== false || prefix === 0) return evaluateRest(site.compileChild("items"), prefix);
  return (run, value) =>
    !Array.isArray(value) ||
    value.length <= prefix ||
    addViolation(run, site, { keyword: "items", params: { limit: prefix }, value });
};

const additionalItems: KeywordCompiler = (site) =>
  Array.isArray(site.schema.items)
    ? evaluateRest(site.compileChild("additionalItems"), site.schema.items.length)
    : undefined;

/** Compiled last, because it applies to the items that no other keyword of its schema has evaluated. */
export const unevaluatedItems: KeywordCompiler = (site) => {
  const forbidden = site.schema.unevaluatedItems === false;
  const schema = site.compileChild("unevaluatedItems");
  return (run, value, evaluated) => {
    if (!Array.isArray(value) || evaluated === undefined || evaluated.allItems) return true;
    let valid = true;
    for (const [index, item] of value.entries()) {
      if (evaluated.indexes.has(index)) continue;
      const params = evaluated.contains ? { index } : { limit: index };
      if (forbidden) return addViolation(run, site, { keyword: "unevaluatedItems", params, value });
      valid = evaluateChild(schema, run, item, index) && valid;
    }
    evaluated.allItems = true;
    return valid;
  };
};

function compilePrefix(site: Parameters<KeywordCompiler>[0], keyword: string): SchemaEvaluator[] {
  const schemas = site.schema[keyword];
  if (!Array.isArray(schemas)) throw new KeywordError(site, keyword, "an array of schemas");
  return schemas.map((_, index) => site.compileChild(keyword, index));
}

function evaluatePrefix(schemas: readonly SchemaEvaluator[]): Evaluator {
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    return testEach(run, schemas.slice(0, value.length).entries(), ([index, schema]) => {
      evaluated?.indexes.add(index);
      return evaluateChild(schema, run, value[index], index);
    });
  };
}

function evaluateRest(schema: SchemaEvaluator, start: number): Evaluator {
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    if (evaluated !== undefined) evaluated.allItems = true;
    let valid = true;
    for (let index = start; index < value.length; index += 1) {
      if (evaluateChild(schema, run, value[index], index)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
}

const contains: KeywordCompiler = (site) => {
  const schema = site.compileChild("contains");
  const readLimit = (keyword: string): number | undefined => {
    const limit = site.dialect.supports(keyword) ? site.schema[keyword] : undefined;
    return typeof limit === "number" ? limit : undefined;
  };
  const min = readLimit("minContains") ?? 1;
  const max = readLimit("maxContains");
  const limits = max === undefined ? { minContains: min } : { minContains: min, maxContains: max };
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    const enough = max === undefined ? min : max + 1;
    let found = 0;
    if (evaluated !== undefined) evaluated.contains = true;
    for (const [index, item] of value.entries()) {
      if (found >= enough && evaluated === undefined) break;
      if (!evaluateSilently(schema, run, item)) continue;
      found += 1;
      evaluated?.indexes.add(index);
    }
    const valid = found >= min && (max === undefined || found <= max);
    return valid || addViolation(run, site, { keyword: "contains", params: { ...limits, found }, value });
  };
};

const uniqueItems: KeywordCompiler = (site) => {
  if (site.schema.uniqueItems !== true) return undefined;
  return (run, value) => {
    const repeated = Array.isArray(value) ? findRepeatedItem(value) : undefined;
    return repeated === undefined || addViolation(run, site, { keyword: "uniqueItems", params: repeated, value });
  };
};

export const ARRAY_KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ["prefixItems", prefixItems],
  ["items", items],
  ["additionalItems", additionalItems],
  ["contains", contains],
  ["uniqueItems", uniqueItems],
  createSizeKeyword("minItems", (value, limit) => !Array.isArray(value) || value.length >= limit),
  createSizeKeyword("maxItems", (value, limit) => !Array.isArray(value) || value.length <= limit),
]);

const properties: KeywordCompiler = (site) => {
  const schemas = new Map(
    Object.keys(getKeywordMap(site, "properties")).map((name) => [name, site.compileChild("properties", name)]),
  );
  const closing = typeof site.closing === "string" ? undefined : site.closing;
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    if (shouldContinue(run)) return collectInProperties(schemas, run, value, evaluated);
    for (const name of Object.keys(value)) {
      const schema = schemas.get(name);
      if (schema === undefined) {
        if (closing?.has(name) === false) run.drift |= DRIFT.undeclared;
        continue;
      }
      evaluated?.names.add(name);
      if (!schema.evaluate(run, value[name], undefined)) return false;
    }
    return true;
  };
};

/** Collects the violations in the order of the spec. */
function collectInProperties(
  schemas: ReadonlyMap<string, SchemaEvaluator>,
  run: EvaluationState,
  object: JsonObject,
  evaluated: EvaluatedParts | undefined,
): boolean {
  let valid = true;
  for (const [name, schema] of schemas) {
    if (!Object.hasOwn(object, name)) continue;
    evaluated?.names.add(name);
    valid = evaluateChild(schema, run, object[name], name) && valid;
  }
  return valid;
}

const patternProperties: KeywordCompiler = (site) => {
  const schemas = Object.keys(getKeywordMap(site, "patternProperties")).map((pattern) => ({
    expression: compileBoundedPattern(pattern, "u"),
    schema: site.compileChild("patternProperties", pattern),
  }));
  return evaluateEachProperty((run, object, name, evaluated) => {
    let valid = true;
    for (const { expression, schema } of schemas) {
      if (!expression.test(name)) continue;
      evaluated?.names.add(name);
      valid = evaluateChild(schema, run, object[name], name) && valid;
    }
    return valid;
  });
};

const additionalProperties: KeywordCompiler = (site) => {
  const { schema } = site;
  const names = new Set(Object.keys(asObject(schema.properties) ?? {}));
  const patterns = Object.keys(asObject(schema.patternProperties) ?? {}).map((it) => compileBoundedPattern(it, "u"));
  return evaluateOtherProperties(
    site,
    "additionalProperties",
    (name) => names.has(name) || patterns.some((pattern) => pattern.test(name)),
  );
};

/** Compiled last, because it applies to the properties that no other keyword of its schema has evaluated. */
export const unevaluatedProperties: KeywordCompiler = (site) =>
  evaluateOtherProperties(site, "unevaluatedProperties", (name, evaluated) => evaluated?.names.has(name) !== false);

/** Evaluates the properties that are not known against the schema of a keyword, which may forbid them. */
function evaluateOtherProperties(
  site: KeywordSite,
  keyword: "additionalProperties" | "unevaluatedProperties",
  isKnown: (name: string, evaluated: EvaluatedParts | undefined) => boolean,
): Evaluator {
  const forbidden = site.schema[keyword] === false;
  const rest = site.compileChild(keyword);
  return evaluateEachProperty((run, object, name, evaluated) => {
    if (isKnown(name, evaluated)) return true;
    evaluated?.names.add(name);
    if (!forbidden) return evaluateChild(rest, run, object[name], name);
    const param = keyword === "additionalProperties" ? "additionalProperty" : "unevaluatedProperty";
    return addViolation(run, site, { keyword, params: { [param]: name }, value: object });
  });
}

const propertyNames: KeywordCompiler = (site) => {
  const schema = site.compileChild("propertyNames");
  return evaluateEachProperty((run, object, name) => {
    if (schema.evaluate(run, name, undefined)) return true;
    return addViolation(run, site, { keyword: "propertyNames", params: { propertyName: name }, value: object });
  });
};

type PropertyTest = (
  run: EvaluationState,
  object: JsonObject,
  name: string,
  evaluated: EvaluatedParts | undefined,
) => boolean;

function evaluateEachProperty(test: PropertyTest): Evaluator {
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    return testEach(run, Object.keys(value), (name) => test(run, value, name, evaluated));
  };
}

const required: KeywordCompiler = (site) => {
  const names = readNames(site, site.schema.required, "required").filter((name) => !site.excluded.has(name));
  return (run, value) => {
    if (!isObject(value)) return true;
    return testEach(run, names, (missingProperty) => {
      if (Object.hasOwn(value, missingProperty)) return true;
      return addViolation(run, site, { keyword: "required", params: { missingProperty }, value });
    });
  };
};

/** Compiles names that are required if another is present. `dependencies` may also hold schemas, which are ignored here. */
export function compileDependentRequired(site: KeywordSite, keyword: string): Evaluator {
  const dependencies = Object.entries(getKeywordMap(site, keyword)).flatMap(([property, names]) => {
    const required = Array.isArray(names) || keyword === "dependentRequired" ? readNames(site, names, keyword) : [];
    return required.map((missingProperty) => ({ property, missingProperty }));
  });
  return (run, value) => {
    if (!isObject(value)) return true;
    return testEach(run, dependencies, (params) => {
      if (!Object.hasOwn(value, params.property) || Object.hasOwn(value, params.missingProperty)) return true;
      return addViolation(run, site, { keyword, params, value });
    });
  };
}

function readNames(site: KeywordSite, value: Json | undefined, keyword: string): string[] {
  const names = asArray(value).filter((name) => typeof name === "string");
  if (!Array.isArray(value) || names.length < value.length) throw new KeywordError(site, keyword, "an array of names");
  return [...new Set(names)];
}

export const OBJECT_KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ["properties", properties],
  ["patternProperties", patternProperties],
  ["additionalProperties", additionalProperties],
  ["propertyNames", propertyNames],
  ["required", required],
  ["dependentRequired", (site) => compileDependentRequired(site, "dependentRequired")],
  createSizeKeyword("minProperties", (value, limit) => !isObject(value) || Object.keys(value).length >= limit),
  createSizeKeyword("maxProperties", (value, limit) => !isObject(value) || Object.keys(value).length <= limit),
]);
