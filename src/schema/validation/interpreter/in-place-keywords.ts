import { asObject, isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import {
  compareNumbers,
  ExactNumber,
  hasAtLeast,
  hasAtMost,
  isEqual,
  isExactMultiple,
  isMultipleOf,
  isNumber,
  isWholeNumber,
} from "../../../document/values/exact-number.js";
import { CannotValidateError } from "../../cannot-validate-error.js";
import { FORMAT_VALIDATORS } from "../../formats/formats.js";
import { isOfNumberFormat } from "../../formats/number-formats.js";
import { compileBoundedPattern, compilePattern, type Pattern } from "../../pattern/compile-pattern.js";
import { getReferenceTarget } from "../../registry/normalize-schema.js";
import type { SchemaRegistry } from "../../registry/schema-registry.js";
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
  type SchemaEvaluator,
  shouldContinue,
  testEach,
} from "./evaluation.js";
import { compileDependentRequired, createSizeKeyword } from "./nested-keywords.js";

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => (typeof value === "number" ? Number.isFinite(value) : value instanceof ExactNumber),
  integer: (value) => isNumber(value) && isWholeNumber(value),
  array: Array.isArray,
  object: isObject,
};

const type: KeywordCompiler = (site) => {
  const names = [site.schema.type as Json].flat() as Json[];
  const tests = names.map((name) => {
    const test = typeof name === "string" && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (test === undefined) throw new KeywordError(site, "type", `one or more of ${Object.keys(TYPES).join(", ")}`);
    return test;
  });
  const [only] = tests;
  const fail = (run: EvaluationState, value: unknown): false => addViolation(run, site, { keyword: "type", value });
  if (only === undefined || tests.length > 1)
    return (run, value) => tests.some((test) => test(value)) || fail(run, value);
  // A test without a call is faster for the most frequent type.
  if (names[0] === "string") return (run, value) => typeof value === "string" || fail(run, value);
  return (run, value) => only(value) || fail(run, value);
};

const enumeration: KeywordCompiler = (site) => {
  const allowed = site.schema.enum;
  if (!Array.isArray(allowed)) throw new KeywordError(site, "enum", "an array");
  const scalars = new Set<unknown>(allowed);
  return (run, value) =>
    scalars.has(value) ||
    allowed.some((item) => isEqual(item, value)) ||
    addViolation(run, site, { keyword: "enum", value, schema: allowed });
};

const constant: KeywordCompiler = (site) => {
  const allowed = site.schema.const;
  return (run, value) =>
    isEqual(allowed, value) || addViolation(run, site, { keyword: "const", value, schema: allowed });
};

type AnyNumber = number | ExactNumber;

function createNumberKeyword(keyword: string, test: (value: AnyNumber, limit: AnyNumber) => boolean): KeywordCompiler {
  return (site) => {
    const schema = site.schema[keyword];
    if (!isNumber(schema)) throw new KeywordError(site, keyword, "a number");
    return (run, value) =>
      !isNumber(value) || test(value, schema) || addViolation(run, site, { keyword, value, schema });
  };
}

const createBoundKeyword = (keyword: string, test: (difference: number) => boolean): [string, KeywordCompiler] => [
  keyword,
  createNumberKeyword(keyword, (value, limit) => test(compareNumbers(value, limit))),
];

const isMultiple = (value: AnyNumber, divisor: AnyNumber): boolean =>
  typeof value === "number" ? isMultipleOf(value, Number(divisor)) : isExactMultiple(value, divisor);

const pattern: KeywordCompiler = (site) => {
  const text = site.schema.pattern;
  if (typeof text !== "string") throw new KeywordError(site, "pattern", "a string");
  // An invalid pattern fails at compile time; the cost of a pattern is computed for the first text.
  compilePattern(text, "u");
  let expression: Pattern | undefined;
  const isMatch = (value: string): boolean => {
    expression ??= compileBoundedPattern(text, "u");
    return expression.test(value);
  };
  return (run, value) =>
    typeof value !== "string" || isMatch(value) || addViolation(run, site, { keyword: "pattern", value });
};

const format: KeywordCompiler = (site) => {
  const name = site.schema.format;
  if (!site.assertFormats || typeof name !== "string" || !Object.hasOwn(FORMAT_VALIDATORS, name)) return undefined;
  const test = createFormatTest(name);
  return (run, value) => test(value) || addViolation(run, site, { keyword: "format", params: { format: name }, value });
};

/** Creates a test for a format, which accepts values of other types than the format applies to. */
function createFormatTest(name: string): (value: unknown) => boolean {
  const validator = FORMAT_VALIDATORS[name];
  if (typeof validator === "function") return (value) => typeof value !== "string" || validator(value);
  if (validator instanceof RegExp) return (value) => typeof value !== "string" || validator.test(value);
  const numberFormat = validator as { readonly validate: (value: number) => boolean };
  return (value) => {
    if (value instanceof ExactNumber) return isOfNumberFormat(name, value) ?? numberFormat.validate(Number(value));
    return typeof value !== "number" || numberFormat.validate(value);
  };
}

/** The keywords for values of any type, numbers and strings. */
export const ASSERTION_KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ["type", type],
  ["enum", enumeration],
  ["const", constant],
  createBoundKeyword("minimum", (difference) => difference >= 0),
  createBoundKeyword("maximum", (difference) => difference <= 0),
  createBoundKeyword("exclusiveMinimum", (difference) => difference > 0),
  createBoundKeyword("exclusiveMaximum", (difference) => difference < 0),
  ["multipleOf", createNumberKeyword("multipleOf", isMultiple)],
  createSizeKeyword("minLength", (value, limit) => typeof value !== "string" || hasAtLeast(value, limit)),
  createSizeKeyword("maxLength", (value, limit) => typeof value !== "string" || hasAtMost(value, limit)),
  ["pattern", pattern],
  ["format", format],
]);

/** Compiles the target of a reference, which the schema registry has replaced by a pointer. */
export function compileReference(site: KeywordSite, keyword: "$ref" | "$dynamicRef"): Evaluator {
  const target = getReferenceTarget(site.schema, keyword);
  if (target === undefined) throw new KeywordError(site, keyword, "a reference that can be resolved");
  const schema = site.compileAt(target);
  return rejectRecursion((run, value, evaluated) => schema.evaluate(run, value, evaluated));
}

/**
 * Stops a reference that leads back to itself for the same value, which would go on until the call stack overflows.
 *
 * @throws CannotValidateError
 */
export function rejectRecursion(evaluate: Evaluator): Evaluator {
  let activeRun: EvaluationState | undefined;
  let activeValue: unknown;
  return (run, value, evaluated) => {
    const [outerRun, outerValue] = [activeRun, activeValue];
    if (outerRun === run && outerValue === value) throw new CannotValidateError(RECURSIVE);
    activeRun = run;
    activeValue = value;
    const valid = evaluate(run, value, evaluated);
    activeRun = outerRun;
    activeValue = outerValue;
    return valid;
  };
}

const RECURSIVE =
  "a reference leads back to itself without stepping into a property or an item, so no value can be checked against it";

/** Follows references without other keywords, so that their targets are evaluated directly. */
export function followReferences({ root, index, missingSchemaAt }: SchemaRegistry, pointer: Pointer): Pointer {
  // References change the dynamic scope.
  if (index.dynamicReferences.size > 0) return pointer;
  let reached: Set<Pointer> | undefined;
  for (let at = pointer; reached?.has(at) !== true; ) {
    const schema = missingSchemaAt(at) === undefined ? valueAt(root, at) : undefined;
    if (!isObject(schema) || schema.$ref === undefined) return at;
    const target = getReferenceTarget(schema);
    if (target === undefined || !Object.keys(schema).every((it) => REFERENCE_KEYWORDS.has(it))) return at;
    reached ??= new Set();
    reached.add(at);
    at = target;
  }
  return pointer;
}

/** The keywords of a schema that is the same as the one that it refers to. */
const REFERENCE_KEYWORDS = new Set(["$ref", "title", "description", "deprecated"]);

const allOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "allOf", "always");
  return (run, value, evaluated) => testEach(run, branches, (branch) => branch.evaluate(run, value, evaluated));
};

const anyOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "anyOf", "chosen");
  // Each branch that the value matches may show drift.
  const search = { branches, enough: branches.length };
  return (run, value, evaluated) =>
    countPassing(search, run, value, evaluated) > 0 || addViolation(run, site, { keyword: "anyOf", value });
};

const oneOf: KeywordCompiler = (site) => {
  const branches = compileBranches(site, "oneOf", "chosen");
  const search = { branches, enough: 2 };
  const discriminator = asObject(site.schema.discriminator)?.propertyName;
  return (run, value, evaluated) => {
    const passing = countPassing(search, run, value, evaluated);
    if (passing === 1) return true;
    const indexes = passing === 0 || !shouldContinue(run) ? null : listFirstPassing(branches, run, value);
    return addViolation(run, site, { keyword: "oneOf", params: { passingSchemas: indexes, discriminator }, value });
  };
};

/** Counts the branches that accept the value; the search ends when there are enough. */
function countPassing(
  { branches, enough }: { readonly branches: readonly SchemaEvaluator[]; readonly enough: number },
  run: EvaluationState,
  value: unknown,
  evaluated: EvaluatedParts | undefined,
): number {
  let passing = 0;
  for (const branch of branches) {
    const branchParts = evaluated && new EvaluatedParts();
    if (!evaluateSilently(branch, run, value, branchParts)) continue;
    if (branchParts !== undefined) evaluated?.add(branchParts);
    passing += 1;
    if (passing === enough) break;
  }
  return passing;
}

/** The indexes of the first two branches that accept the value. */
function listFirstPassing(branches: readonly SchemaEvaluator[], run: EvaluationState, value: unknown): number[] {
  const indexes = branches.flatMap((branch, index) => (evaluateSilently(branch, run, value) ? [index] : []));
  return indexes.slice(0, 2);
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
    const before = run.violations?.length ?? 0;
    if (branch === undefined || branch.evaluate(run, value, evaluated)) return true;
    const failingKeyword = isMatch ? "then" : "else";
    // The same keyword can fail in both branches.
    run.violations?.splice(
      before,
      Number.POSITIVE_INFINITY,
      ...run.violations.slice(before).map((it) => ({ ...it, params: { ...it.params, branch: failingKeyword } })),
    );
    return addViolation(run, site, { keyword: "if", params: { failingKeyword }, value });
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

function evaluateDependents(
  schemas: readonly { readonly name: string; readonly schema: SchemaEvaluator }[],
): Evaluator {
  return (run, value, evaluated) =>
    !isObject(value) ||
    testEach(run, schemas, ({ name, schema }) => !Object.hasOwn(value, name) || schema.evaluate(run, value, evaluated));
}

function compileBranches(site: KeywordSite, keyword: string, how: "always" | "chosen"): SchemaEvaluator[] {
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
