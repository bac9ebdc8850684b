import { isObject } from "../../document/index.js";
import { referenced } from "../hidden-names.js";
import {
  type Evaluate,
  Evaluated,
  fail,
  fits,
  type Keyword,
  KeywordError,
  mapOf,
  type Run,
  type Site,
  wantsMore,
} from "./evaluation.js";
import { requiredWith } from "./object-keywords.js";

/** The schema that a reference leads to, whose pointer loading has put into it. */
export function referenceTo(site: Site, keyword: "$ref" | "$dynamicRef"): Evaluate {
  const target = referenced(site.schema, keyword);
  if (target === undefined) throw new KeywordError(site, keyword, "a reference that leads somewhere");
  return site.at(target);
}

const allOf: Keyword = (site) => {
  const branches = branchesOf(site, "allOf", "always");
  return (run, value, evaluated) => {
    let valid = true;
    for (const branch of branches) {
      if (branch(run, value, evaluated)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
};

const anyOf: Keyword = (site) => {
  const branches = branchesOf(site, "anyOf", "chosen");
  return (run, value, evaluated) => {
    const passing = passingBranches(branches, run, value, evaluated, evaluated === undefined ? 1 : branches.length);
    return passing.length > 0 || fail(run, site, { keyword: "anyOf", value });
  };
};

const oneOf: Keyword = (site) => {
  const branches = branchesOf(site, "oneOf", "chosen");
  return (run, value, evaluated) => {
    const passing = passingBranches(branches, run, value, evaluated, 2);
    const passingSchemas = passing.length === 0 ? null : passing;
    return passing.length === 1 || fail(run, site, { keyword: "oneOf", params: { passingSchemas }, value });
  };
};

/** The branches that a value fits, until there are enough of them. */
function passingBranches(
  branches: readonly Evaluate[],
  run: Run,
  value: unknown,
  ...[evaluated, enough]: [Evaluated | undefined, number]
): number[] {
  const passing: number[] = [];
  for (const [index, branch] of branches.entries()) {
    const own = evaluated && new Evaluated();
    if (!fits(branch, run, value, own)) continue;
    if (own !== undefined) evaluated?.add(own);
    if (passing.push(index) === enough) break;
  }
  return passing;
}

const not: Keyword = (site) => {
  const inner = site.inPlace("apart", "not");
  return (run, value) => !fits(inner, run, value) || fail(run, site, { keyword: "not", value });
};

const condition: Keyword = (site) => {
  const { schema } = site;
  const test = site.inPlace("apart", "if");
  const then = schema.then === undefined ? undefined : site.inPlace("chosen", "then");
  const otherwise = schema.else === undefined ? undefined : site.inPlace("chosen", "else");
  return (run, value, evaluated) => {
    const own = evaluated && new Evaluated();
    const holds = fits(test, run, value, own);
    if (holds && own !== undefined) evaluated?.add(own);
    const branch = holds ? then : otherwise;
    if (branch === undefined || branch(run, value, evaluated)) return true;
    return fail(run, site, { keyword: "if", params: { failingKeyword: holds ? "then" : "else" }, value });
  };
};

const dependentSchemas: Keyword = (site) => {
  const schemas = Object.keys(mapOf(site, "dependentSchemas")).map((name) => ({
    name,
    schema: site.inPlace("chosen", "dependentSchemas", name),
  }));
  return dependents(schemas);
};

/** `dependencies` of earlier drafts is both `dependentSchemas` and `dependentRequired`. */
const dependencies: Keyword = (site) => {
  const names = requiredWith(site, "dependencies");
  const schemas = dependents(
    Object.entries(mapOf(site, "dependencies")).flatMap(([name, schema]) =>
      Array.isArray(schema) ? [] : [{ name, schema: site.inPlace("chosen", "dependencies", name) }],
    ),
  );
  return (run, value, evaluated) => {
    const named = names(run, value, evaluated);
    return (named || wantsMore(run)) && schemas(run, value, evaluated) && named;
  };
};

function dependents(schemas: readonly { readonly name: string; readonly schema: Evaluate }[]): Evaluate {
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { name, schema } of schemas) {
      if (!Object.hasOwn(value, name) || schema(run, value, evaluated)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
}

function branchesOf(site: Site, keyword: string, how: "always" | "chosen"): Evaluate[] {
  const branches = site.schema[keyword];
  if (!Array.isArray(branches)) throw new KeywordError(site, keyword, "an array of schemas");
  return branches.map((_, index) => site.inPlace(how, keyword, index));
}

/** The keywords whose schemas judge the very value that their own schema judges; `$dynamicRef` is with the scope. */
export const IN_PLACE: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["$ref", (site) => referenceTo(site, "$ref")],
  ["allOf", allOf],
  ["anyOf", anyOf],
  ["oneOf", oneOf],
  ["not", not],
  ["if", condition],
  ["dependentSchemas", dependentSchemas],
  ["dependencies", dependencies],
]);
