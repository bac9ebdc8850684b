import { asArray, asObject, isObject, type Json, type JsonObject } from "../../../document/index.js";
import { compileBoundedPattern } from "../../pattern/bounded-pattern.js";
import { createSizeKeyword } from "./assertion-keywords.js";
import {
  addViolation,
  DRIFT,
  type EvaluatedParts,
  type EvaluationState,
  type Evaluator,
  evaluateChild,
  getKeywordMap,
  type KeywordCompiler,
  KeywordError,
  type KeywordSite,
  type SchemaEvaluator,
  shouldContinue,
} from "./evaluation.js";

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
  const forbidden = schema.additionalProperties === false;
  const rest = site.compileChild("additionalProperties");
  return evaluateEachProperty((run, object, name, evaluated) => {
    if (names.has(name) || patterns.some((pattern) => pattern.test(name))) return true;
    evaluated?.names.add(name);
    if (!forbidden) return evaluateChild(rest, run, object[name], name);
    return addViolation(run, site, {
      keyword: "additionalProperties",
      params: { additionalProperty: name },
      value: object,
    });
  });
};

/** Compiled last, because it applies to the properties that no other keyword of its schema has evaluated. */
export const unevaluatedProperties: KeywordCompiler = (site) => {
  const forbidden = site.schema.unevaluatedProperties === false;
  const rest = site.compileChild("unevaluatedProperties");
  return evaluateEachProperty((run, object, name, evaluated) => {
    if (evaluated === undefined || evaluated.allNames || evaluated.names.has(name)) return true;
    evaluated.names.add(name);
    if (!forbidden) return evaluateChild(rest, run, object[name], name);
    return addViolation(run, site, {
      keyword: "unevaluatedProperties",
      params: { unevaluatedProperty: name },
      value: object,
    });
  });
};

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
    let valid = true;
    for (const name of Object.keys(value)) {
      if (test(run, value, name, evaluated)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
}

const required: KeywordCompiler = (site) => {
  const names = readNames(site, site.schema.required, "required").filter((name) => !site.excluded.has(name));
  return (run, value) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const missingProperty of names) {
      if (Object.hasOwn(value, missingProperty)) continue;
      valid = addViolation(run, site, { keyword: "required", params: { missingProperty }, value });
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
};

/** Compiles names that are required if another is present. `dependencies` may also hold schemas, which are ignored here. */
export function compileDependentRequired(site: KeywordSite, keyword: string): Evaluator {
  const dependencies = Object.entries(getKeywordMap(site, keyword)).flatMap(([property, names]) =>
    Array.isArray(names) || keyword === "dependentRequired"
      ? [{ property, names: readNames(site, names, keyword) }]
      : [],
  );
  return (run, value) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { property, names } of dependencies) {
      if (!Object.hasOwn(value, property)) continue;
      for (const missingProperty of names) {
        if (Object.hasOwn(value, missingProperty)) continue;
        valid = addViolation(run, site, { keyword, params: { property, missingProperty }, value });
      }
    }
    return valid;
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
