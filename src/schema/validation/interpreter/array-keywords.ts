import { asArray } from "../../../document/index.js";
import { findRepeatedItem } from "../../values/equality.js";
import { createSizeKeyword } from "./assertion-keywords.js";
import {
  addViolation,
  type Evaluator,
  evaluateChild,
  evaluateSilently,
  type KeywordCompiler,
  KeywordError,
  type SchemaEvaluator,
  shouldContinue,
} from "./evaluation.js";

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
    let valid = true;
    for (const [index, schema] of schemas.entries()) {
      if (index >= value.length) break;
      evaluated?.indexes.add(index);
      if (evaluateChild(schema, run, value[index], index)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
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
