import { isObject } from "../../../document/index.js";
import { getReferenceTarget } from "../../registry/walk-schemas.js";
import {
  addViolation,
  EvaluatedParts,
  type EvaluationState,
  type Evaluator,
  evaluateSilently,
  getKeywordMap,
  type KeywordCompiler,
  KeywordError,
  type KeywordSite,
  shouldContinue,
} from "./evaluation.js";
import { compileDependentRequired } from "./object-keywords.js";

/** Compiles the target of a reference, which the schema registry has replaced by a pointer. */
export function compileReference(site: KeywordSite, keyword: "$ref" | "$dynamicRef"): Evaluator {
  const target = getReferenceTarget(site.schema, keyword);
  if (target === undefined) throw new KeywordError(site, keyword, "a reference that can be resolved");
  return site.compileAt(target);
}

const allOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "allOf", "always");
  return (run, value, evaluated) => {
    let valid = true;
    for (const branch of branches) {
      if (branch(run, value, evaluated)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
};

const anyOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "anyOf", "chosen");
  return (run, value, evaluated) => {
    // Each branch that the value matches may show drift.
    const passing = findPassingBranches(branches, run, value, evaluated, branches.length);
    return passing.length > 0 || addViolation(run, site, { keyword: "anyOf", value });
  };
};

const oneOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "oneOf", "chosen");
  return (run, value, evaluated) => {
    const passing = findPassingBranches(branches, run, value, evaluated, 2);
    const passingSchemas = passing.length === 0 ? null : passing;
    return passing.length === 1 || addViolation(run, site, { keyword: "oneOf", params: { passingSchemas }, value });
  };
};

/** The indexes of the branches that accept the value; the search ends when there are enough. */
function findPassingBranches(
  branches: readonly Evaluator[],
  run: EvaluationState,
  value: unknown,
  ...[evaluated, enough]: [EvaluatedParts | undefined, number]
): number[] {
  const passing: number[] = [];
  for (let index = 0; index < branches.length; index += 1) {
    const branch = branches[index];
    const branchParts = evaluated && new EvaluatedParts();
    if (branch === undefined || !evaluateSilently(branch, run, value, branchParts)) continue;
    if (branchParts !== undefined) evaluated?.add(branchParts);
    if (passing.push(index) === enough) break;
  }
  return passing;
}

const not: KeywordCompiler = (site) => {
  const inner = site.compileInPlace("isolated", "not");
  return (run, value) => !evaluateSilently(inner, run, value) || addViolation(run, site, { keyword: "not", value });
};

const condition: KeywordCompiler = (site) => {
  const { schema } = site;
  const test = site.compileInPlace("isolated", "if");
  const then = schema.then === undefined ? undefined : site.compileInPlace("chosen", "then");
  const otherwise = schema.else === undefined ? undefined : site.compileInPlace("chosen", "else");
  return (run, value, evaluated) => {
    const branchParts = evaluated && new EvaluatedParts();
    const isMatch = evaluateSilently(test, run, value, branchParts);
    if (isMatch && branchParts !== undefined) evaluated?.add(branchParts);
    const branch = isMatch ? then : otherwise;
    if (branch === undefined || branch(run, value, evaluated)) return true;
    return addViolation(run, site, { keyword: "if", params: { failingKeyword: isMatch ? "then" : "else" }, value });
  };
};

const dependentSchemas: KeywordCompiler = (site) => {
  const schemas = Object.keys(getKeywordMap(site, "dependentSchemas")).map((name) => ({
    name,
    schema: site.compileInPlace("chosen", "dependentSchemas", name),
  }));
  return evaluateDependents(schemas);
};

/** `dependencies` of earlier drafts is both `dependentSchemas` and `dependentRequired`. */
const dependencies: KeywordCompiler = (site) => {
  const required = compileDependentRequired(site, "dependencies");
  const schemas = evaluateDependents(
    Object.entries(getKeywordMap(site, "dependencies")).flatMap(([name, schema]) =>
      Array.isArray(schema) ? [] : [{ name, schema: site.compileInPlace("chosen", "dependencies", name) }],
    ),
  );
  return (run, value, evaluated) => {
    const isComplete = required(run, value, evaluated);
    return (isComplete || shouldContinue(run)) && schemas(run, value, evaluated) && isComplete;
  };
};

function evaluateDependents(schemas: readonly { readonly name: string; readonly schema: Evaluator }[]): Evaluator {
  return (run, value, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const { name, schema } of schemas) {
      if (!Object.hasOwn(value, name) || schema(run, value, evaluated)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
}

function compileBranches(site: KeywordSite, keyword: string, how: "always" | "chosen"): Evaluator[] {
  const branches = site.schema[keyword];
  if (!Array.isArray(branches)) throw new KeywordError(site, keyword, "an array of schemas");
  return branches.map((_, index) => site.compileInPlace(how, keyword, index));
}

/** The keywords whose subschemas apply to the same value. The interpreter adds `$dynamicRef`, which needs its scope. */
export const IN_PLACE_APPLICATORS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ["$ref", (site) => compileReference(site, "$ref")],
  ["allOf", allOf],
  ["anyOf", anyOf],
  ["oneOf", oneOf],
  ["not", not],
  ["if", condition],
  ["dependentSchemas", dependentSchemas],
  ["dependencies", dependencies],
]);
