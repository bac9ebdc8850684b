import { asArray, asObject, isObject, type Json, type JsonObject } from "../../document/index.js";
import { boundedPattern } from "../pattern/bounded-pattern.js";
import { sizeLimit } from "./assertions.js";
import {
  type Evaluate,
  type Evaluated,
  fail,
  type Keyword,
  KeywordError,
  mapOf,
  type Run,
  type Site,
  step,
  wantsMore,
} from "./evaluation.js";

const properties: Keyword = (site) => {
  const schemas = Object.keys(mapOf(site, "properties")).map((name) => ({
    name,
    schema: site.child("properties", name),
  }));
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { name, schema } of schemas) {
      if (!Object.hasOwn(value, name)) continue;
      evaluated?.names.add(name);
      if (step(schema, run, value[name], name)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
};

const patternProperties: Keyword = (site) => {
  const schemas = Object.keys(mapOf(site, "patternProperties")).map((pattern) => ({
    expression: boundedPattern(pattern, "u"),
    schema: site.child("patternProperties", pattern),
  }));
  return eachProperty((run, object, name, evaluated) => {
    let valid = true;
    for (const { expression, schema } of schemas) {
      if (!expression.test(name)) continue;
      evaluated?.names.add(name);
      valid = step(schema, run, object[name], name) && valid;
    }
    return valid;
  });
};

const additionalProperties: Keyword = (site) => {
  const { schema } = site;
  const names = new Set(Object.keys(asObject(schema.properties) ?? {}));
  const patterns = Object.keys(asObject(schema.patternProperties) ?? {}).map((it) => boundedPattern(it, "u"));
  const forbidden = schema.additionalProperties === false;
  const rest = site.child("additionalProperties");
  return eachProperty((run, object, name, evaluated) => {
    if (names.has(name) || patterns.some((pattern) => pattern.test(name))) return true;
    evaluated?.names.add(name);
    if (!forbidden) return step(rest, run, object[name], name);
    return fail(run, site, { keyword: "additionalProperties", params: { additionalProperty: name }, value: object });
  });
};

/** Compiled last: it looks at what every other keyword of its schema has left. */
export const unevaluatedProperties: Keyword = (site) => {
  const forbidden = site.schema.unevaluatedProperties === false;
  const rest = site.child("unevaluatedProperties");
  return eachProperty((run, object, name, evaluated) => {
    if (evaluated === undefined || evaluated.allNames || evaluated.names.has(name)) return true;
    evaluated.names.add(name);
    if (!forbidden) return step(rest, run, object[name], name);
    return fail(run, site, { keyword: "unevaluatedProperties", params: { unevaluatedProperty: name }, value: object });
  });
};

const propertyNames: Keyword = (site) => {
  const schema = site.child("propertyNames");
  return eachProperty((run, object, name) => {
    if (schema(run, name, undefined)) return true;
    return fail(run, site, { keyword: "propertyNames", params: { propertyName: name }, value: object });
  });
};

type OnProperty = (run: Run, object: JsonObject, name: string, evaluated: Evaluated | undefined) => boolean;

function eachProperty(test: OnProperty): Evaluate {
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const name of Object.keys(value)) {
      if (test(run, value, name, evaluated)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
}

const required: Keyword = (site) => {
  const names = namesOf(site, site.schema.required, "required").filter((name) => !site.hidden.has(name));
  return (run, value) => {
    if (!isObject(value)) return true;
    const missing = names.filter((name) => !Object.hasOwn(value, name));
    for (const missingProperty of missing) fail(run, site, { keyword: "required", params: { missingProperty }, value });
    return missing.length === 0;
  };
};

/** Names that are required where another is there; `dependencies` of earlier drafts holds schemas beside them. */
export function requiredWith(site: Site, keyword: string): Evaluate {
  const wanted = Object.entries(mapOf(site, keyword)).flatMap(([property, names]) =>
    Array.isArray(names) || keyword === "dependentRequired" ? [{ property, names: namesOf(site, names, keyword) }] : [],
  );
  return (run, value) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { property, names } of wanted) {
      if (!Object.hasOwn(value, property)) continue;
      for (const missingProperty of names) {
        if (Object.hasOwn(value, missingProperty)) continue;
        const params = { property, missingProperty, depsCount: names.length, deps: names.join(", ") };
        valid = fail(run, site, { keyword, params, value });
      }
    }
    return valid;
  };
}

function namesOf(site: Site, value: Json | undefined, keyword: string): string[] {
  const names = asArray(value).filter((name) => typeof name === "string");
  if (!Array.isArray(value) || names.length < value.length) throw new KeywordError(site, keyword, "an array of names");
  return [...new Set(names)];
}

const sizeOf = (value: unknown): number | undefined => (isObject(value) ? Object.keys(value).length : undefined);

export const OBJECT_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["properties", properties],
  ["patternProperties", patternProperties],
  ["additionalProperties", additionalProperties],
  ["propertyNames", propertyNames],
  ["required", required],
  ["dependentRequired", (site) => requiredWith(site, "dependentRequired")],
  sizeLimit("minProperties", sizeOf, (size, limit) => size >= limit),
  sizeLimit("maxProperties", sizeOf, (size, limit) => size <= limit),
]);
