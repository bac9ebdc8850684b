import { countValues, isObject, type JsonObject, joinPointer, type Pointer } from "../../../document/index.js";
import { CannotValidateError } from "../../cannot-validate-error.js";
import type { PropertyNames } from "../../model/schema-model.js";
import type { Dialect } from "../../registry/normalize-schema.js";
import type { Violation } from "../violation.js";

/** The state of validating one value. */
export type EvaluationState = {
  readonly path: (string | number)[];
  /** The pointers of the schema resources being evaluated, outermost first: the dynamic scope. */
  readonly scope: Pointer[];
  /** Undefined while only the result matters; then the first violation ends the evaluation. */
  violations: Violation[] | undefined;
  /** The drift that a value which turns out to be valid may have: bits of {@link DRIFT}. */
  drift: number;
};

/** Kinds of possible drift. Validation may set a bit for a value without drift, but never misses one that has it. */
export const DRIFT = { undeclared: 1, readOnly: 2, writeOnly: 4 } as const;

/**
 * Evaluates one keyword against a value.
 *
 * @param evaluated collects the evaluated properties and items for `unevaluatedProperties` and `unevaluatedItems` of an
 * enclosing schema; undefined if there is none.
 */
export type Evaluator = (run: EvaluationState, value: unknown, evaluated: EvaluatedParts | undefined) => boolean;

/** A schema, whose keywords are compiled on first use, because schemas may refer to themselves. */
export class SchemaEvaluator {
  readonly #budget: ValidationBudget;
  readonly #compile: () => readonly Evaluator[];
  #keywords: readonly Evaluator[] | undefined;

  constructor(budget: ValidationBudget, compile: () => readonly Evaluator[]) {
    this.#budget = budget;
    this.#compile = compile;
  }

  prepare(): readonly Evaluator[] {
    this.#keywords ??= this.#compile();
    return this.#keywords;
  }

  /** Evaluates the keywords in order, up to the first violation unless violations are collected. */
  evaluate(run: EvaluationState, value: unknown, evaluated: EvaluatedParts | undefined): boolean {
    this.#budget.spendStep();
    let valid = true;
    for (const keyword of this.#keywords ?? this.prepare()) {
      if (keyword(run, value, evaluated)) continue;
      if (run.violations === undefined) return false;
      valid = false;
    }
    return valid;
  }
}

/**
 * Where undeclared properties of a value are found: in this schema, which then lists the declared names, or below it, in the
 * schemas that apply in place. `none`: every property is declared.
 */
export type Closing = ReadonlySet<string> | "below" | "none";

/** A schema that is being compiled, with access to its subschemas. */
export type KeywordSite = {
  readonly schema: JsonObject;
  readonly pointer: Pointer;
  readonly dialect: Dialect;
  /** The properties that `required` does not enforce (see model/applicable-schema.ts). */
  readonly excluded: PropertyNames;
  readonly assertFormats: boolean;
  /** Whether the dialect ignores the keywords beside the reference of this schema. */
  readonly isReference: boolean;
  /** The names that this schema declares together with those that always apply, if it looks for undeclared ones. */
  readonly closing: Closing;
  /** Compiles a subschema that applies to child values. */
  readonly compileChild: (...tokens: (string | number)[]) => SchemaEvaluator;
  /** Compiles a subschema that applies to the same value: always, only if chosen, or in isolation (`not` and `if`). */
  readonly compileInPlace: (how: "always" | "chosen" | "isolated", ...tokens: (string | number)[]) => SchemaEvaluator;
  /** Compiles any schema of the document, to apply it to the same value. */
  readonly compileAt: (pointer: Pointer) => SchemaEvaluator;
};

/** Compiles one keyword of a schema; undefined if it has no effect. */
export type KeywordCompiler = (site: KeywordSite) => Evaluator | undefined;

/** The properties and items of one value that some keyword has evaluated. */
export class EvaluatedParts {
  readonly names = new Set<string>();
  readonly indexes = new Set<number>();
  allItems = false;
  /** Whether `contains` has evaluated items, so that the evaluated items may have gaps. */
  contains = false;

  add(other: EvaluatedParts): void {
    this.contains ||= other.contains;
    this.allItems ||= other.allItems;
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
  }
}

/** `schema` is the exact value of the keyword, if the schema has a rounded one. */
type ViolationDetails = Pick<Violation, "keyword" | "value"> & Partial<Pick<Violation, "params" | "schema">>;

/** Adds a violation if violations are collected; always returns false. */
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

/** Evaluates a value without collecting violations. */
export function evaluateSilently(
  schema: SchemaEvaluator,
  run: EvaluationState,
  value: unknown,
  evaluated?: EvaluatedParts,
): boolean {
  const { violations, drift } = run;
  run.violations = undefined;
  const valid = schema.evaluate(run, value, evaluated);
  run.violations = violations;
  if (!valid) run.drift = drift;
  return valid;
}

/** Evaluates a property or item of a value. */
export function evaluateChild(
  schema: SchemaEvaluator,
  run: EvaluationState,
  value: unknown,
  token: string | number,
): boolean {
  // Only violations need the path.
  if (run.violations === undefined) return schema.evaluate(run, value, undefined);
  run.path.push(token);
  const valid = schema.evaluate(run, value, undefined);
  run.path.pop();
  return valid;
}

/** Tests each item, or those up to the first violation if one is enough. */
export function testEach<Item>(run: EvaluationState, items: Iterable<Item>, test: (item: Item) => boolean): boolean {
  let valid = true;
  for (const item of items) {
    if (test(item)) continue;
    valid = false;
    if (!shouldContinue(run)) break;
  }
  return valid;
}

/** Whether to continue after a violation: only if violations are collected. */
export function shouldContinue(run: EvaluationState): boolean {
  return run.violations !== undefined;
}

/** Thrown for a keyword whose value is not valid. */
export class KeywordError extends Error {
  constructor({ pointer }: KeywordSite, keyword: string, expected: string) {
    super(`"${keyword}" at ${pointer} must be ${expected}`);
  }
}

/** The value of a keyword, which must be an object. */
export function getKeywordMap(site: KeywordSite, keyword: string): JsonObject {
  const value = site.schema[keyword];
  if (!isObject(value)) throw new KeywordError(site, keyword, "an object");
  return value;
}

/** Few of the keywords are in a schema, so that they are looked up by name. */
export type KeywordIndex = ReadonlyMap<string, { readonly position: number; readonly compile: KeywordCompiler }>;

export function indexKeywords(keywords: readonly (readonly [string, KeywordCompiler])[]): KeywordIndex {
  return new Map(keywords.map(([keyword, compile], position) => [keyword, { position, compile }]));
}

/** The steps that every value may take: far more than a small value needs, and fast to execute. */
const FREE_STEPS = 300_000;

/** The steps for each part of a larger value; realistic schemas need a few dozen. */
const STEPS_PER_VALUE = 500;

/**
 * Limits the steps of validating one value. Schemas that refer to each other can need exponentially many steps in their
 * number. The parts of a value are counted only after it has used the free steps.
 */
export class ValidationBudget {
  #left = FREE_STEPS;
  #current: unknown;
  #limit = FREE_STEPS;
  #isExtended = false;

  /** Starts the validation of a value; `max` limits its steps, whatever its size. */
  start(value: unknown, max = Number.POSITIVE_INFINITY): void {
    this.#left = FREE_STEPS;
    this.#current = value;
    this.#limit = max;
    this.#isExtended = false;
  }

  /**
   * Counts the evaluation of one schema against a part of the value.
   *
   * @throws {CannotValidateError} if the budget is used up.
   */
  spendStep(): void {
    this.#left -= 1;
    if (this.#left < 0) this.#extend();
  }

  #extend(): void {
    const most = this.#isExtended ? 0 : Math.min(this.#limit, countValues(this.#current) * STEPS_PER_VALUE);
    this.#isExtended = true;
    if (most <= FREE_STEPS) throw new CannotValidateError(EXHAUSTED);
    this.#left = most - FREE_STEPS;
  }
}

const EXHAUSTED = "validation takes too long: the schemas here apply to the same value too often";
