import { asArray } from "../../document/index.js";
import { repeatedItem } from "../equality.js";
import { sizeLimit } from "./assertions.js";
import { type Evaluate, fail, fits, type Keyword, KeywordError, step, wantsMore } from "./evaluation.js";

const prefixItems: Keyword = (site) => listed(prefixOf(site, "prefixItems"));

/** `items` speaks of what `prefixItems` leaves; before 2020-12 it could be that list itself. */
const items: Keyword = (site) => {
  const { schema } = site;
  if (Array.isArray(schema.items)) return listed(prefixOf(site, "items"));
  const prefix = site.dialect.knows("prefixItems") ? asArray(schema.prefixItems).length : 0;
  if (schema.items !== false || prefix === 0) return rest(site.child("items"), prefix);
  return (run, value) =>
    !Array.isArray(value) ||
    value.length <= prefix ||
    fail(run, site, { keyword: "items", params: { limit: prefix }, value });
};

const additionalItems: Keyword = (site) =>
  Array.isArray(site.schema.items) ? rest(site.child("additionalItems"), site.schema.items.length) : undefined;

/** Compiled last: it looks at what every other keyword of its schema has left. */
export const unevaluatedItems: Keyword = (site) => {
  const forbidden = site.schema.unevaluatedItems === false;
  const schema = site.child("unevaluatedItems");
  return (run, value, evaluated) => {
    if (!Array.isArray(value) || evaluated === undefined || evaluated.allItems) return true;
    let valid = true;
    for (const [index, item] of value.entries()) {
      if (evaluated.indexes.has(index)) continue;
      const params = evaluated.contains ? { index } : { limit: index };
      if (forbidden) return fail(run, site, { keyword: "unevaluatedItems", params, value });
      valid = step(schema, run, item, index) && valid;
    }
    evaluated.allItems = true;
    return valid;
  };
};

function prefixOf(site: Parameters<Keyword>[0], keyword: string): Evaluate[] {
  const schemas = site.schema[keyword];
  if (!Array.isArray(schemas)) throw new KeywordError(site, keyword, "an array of schemas");
  return schemas.map((_, index) => site.child(keyword, index));
}

function listed(schemas: readonly Evaluate[]): Evaluate {
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    let valid = true;
    for (const [index, schema] of schemas.entries()) {
      if (index >= value.length) break;
      evaluated?.indexes.add(index);
      if (step(schema, run, value[index], index)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
}

function rest(schema: Evaluate, start: number): Evaluate {
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    if (evaluated !== undefined) evaluated.allItems = true;
    let valid = true;
    for (let index = start; index < value.length; index += 1) {
      if (step(schema, run, value[index], index)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
}

const contains: Keyword = (site) => {
  const schema = site.child("contains");
  const bounded = (keyword: string): number | undefined => {
    const limit = site.dialect.knows(keyword) ? site.schema[keyword] : undefined;
    return typeof limit === "number" ? limit : undefined;
  };
  const least = bounded("minContains") ?? 1;
  const most = bounded("maxContains");
  const params = most === undefined ? { minContains: least } : { minContains: least, maxContains: most };
  return (run, value, evaluated) => {
    if (!Array.isArray(value)) return true;
    const enough = most === undefined ? least : most + 1;
    let found = 0;
    if (evaluated !== undefined) evaluated.contains = true;
    for (const [index, item] of value.entries()) {
      if (found >= enough && evaluated === undefined) break;
      if (!fits(schema, run, item)) continue;
      found += 1;
      evaluated?.indexes.add(index);
    }
    const valid = found >= least && (most === undefined || found <= most);
    return valid || fail(run, site, { keyword: "contains", params, value });
  };
};

const uniqueItems: Keyword = (site) => {
  if (site.schema.uniqueItems !== true) return undefined;
  return (run, value) => {
    const repeated = Array.isArray(value) ? repeatedItem(value) : undefined;
    return repeated === undefined || fail(run, site, { keyword: "uniqueItems", params: repeated, value });
  };
};

const sizeOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

export const ARRAY_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["prefixItems", prefixItems],
  ["items", items],
  ["additionalItems", additionalItems],
  ["contains", contains],
  ["uniqueItems", uniqueItems],
  sizeLimit("minItems", sizeOf, (size, limit) => size >= limit),
  sizeLimit("maxItems", sizeOf, (size, limit) => size <= limit),
]);
