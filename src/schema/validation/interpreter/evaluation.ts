import { isObject, type JsonObject, joinPointer, type Pointer } from "../../../document/index.js";
import type { Dialect } from "../../registry/dialect.js";
import type { PropertyNames } from "../../registry/excluded-properties.js";
import type { Violation } from "../violation.js";

/** One judgement of a value: where it has got to, which schema resources it came through, and what it has found. */
export type EvaluationState = {
  readonly path: (string | number)[];
  /** The pointers of the schema resources that it is in, outermost first: the dynamic scope. */
  readonly scope: Pointer[];
  /** Undefined while only the verdict matters; then the first failure ends the work. */
  violations: Violation[] | undefined;
};

/**
 * Judges a value by one schema or keyword.
 *
 * @param evaluated collects what has been looked at, for `unevaluatedProperties` and `unevaluatedItems` of a schema
 * around; undefined when none asks.
 */
export type Evaluator = (run: EvaluationState, value: unknown, evaluated: EvaluatedParts | undefined) => boolean;

/** A schema that is being compiled: where it stands, and how schemas in it are reached. */
export type KeywordSite = {
  readonly schema: JsonObject;
  readonly pointer: Pointer;
  readonly dialect: Dialect;
  /** The properties that `required` does not ask for: see hidden-names.ts. */
  readonly excluded: PropertyNames;
  readonly assertFormats: boolean;
  /** The value of a keyword with the numbers in it as the description writes them, to their last digit. */
  readonly readExactValue: (keyword: string) => unknown;
  /** A schema below that judges what the value holds. */
  readonly compileChild: (...tokens: (string | number)[]) => Evaluator;
  /** A schema below that judges the very value, always (`allOf`) or when it is chosen. */
  readonly compileInPlace: (how: "always" | "chosen" | "apart", ...tokens: (string | number)[]) => Evaluator;
  /** A schema anywhere in the document that judges the very value. */
  readonly compileAt: (pointer: Pointer) => Evaluator;
};

/** Compiles one keyword of a schema; undefined when it asks nothing. */
export type KeywordCompiler = (site: KeywordSite) => Evaluator | undefined;

/** The properties and items of one value that some keyword has looked at. */
export class EvaluatedParts {
  readonly names = new Set<string>();
  readonly indexes = new Set<number>();
  allNames = false;
  allItems = false;
  /** Items were looked at by what they are, and not by where they stand. */
  contains = false;

  add(other: EvaluatedParts): void {
    this.contains ||= other.contains;
    this.allNames ||= other.allNames;
    this.allItems ||= other.allItems;
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
  }
}

type ViolationDetails = {
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  /** What the keyword says, where it is more than its value in the schema. */
  readonly schema?: unknown;
};

/** Notes a failure where failures are wanted, and is always false. */
export function addViolation(
  run: EvaluationState,
  { schema, pointer }: KeywordSite,
  { keyword, params = {}, value, schema: exact }: ViolationDetails,
): false {
  run.violations?.push({
    keyword,
    pointer: joinPointer(pointer, keyword),
    schemaPointer: pointer,
    instance: joinPointer("", ...run.path),
    params,
    schema: exact ?? schema[keyword],
    value,
  });
  return false;
}

/** Judges a value without noting why it fails. */
export function evaluateSilently(
  evaluate: Evaluator,
  run: EvaluationState,
  value: unknown,
  evaluated?: EvaluatedParts,
): boolean {
  const { violations } = run;
  run.violations = undefined;
  const valid = evaluate(run, value, evaluated);
  run.violations = violations;
  return valid;
}

/** Judges what a value holds under a name or index. */
export function evaluateChild(
  evaluate: Evaluator,
  run: EvaluationState,
  value: unknown,
  token: string | number,
): boolean {
  run.path.push(token);
  const valid = evaluate(run, value, undefined);
  run.path.pop();
  return valid;
}

/** Whether to go on after a failure: only when every failure is wanted. */
export function shouldContinue(run: EvaluationState): boolean {
  return run.violations !== undefined;
}

/** What a keyword needs in order to be compiled. */
export class KeywordError extends Error {
  constructor({ pointer }: KeywordSite, keyword: string, wanted: string) {
    super(`"${keyword}" at ${pointer} must be ${wanted}`);
  }
}

/** The value of a keyword as a map of schemas or names. */
export function getKeywordMap(site: KeywordSite, keyword: string): JsonObject {
  const value = site.schema[keyword];
  if (!isObject(value)) throw new KeywordError(site, keyword, "an object");
  return value;
}
