import { isObject, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import type { ExactValueReader } from "../../registry/exact-value-reader.js";
import {
  type ExcludedProperties,
  getReferenceTarget,
  type PropertyNames,
  mergeNames,
} from "../../registry/excluded-properties.js";
import { NULL_ALLOWED } from "../../registry/normalize-schema.js";
import type { SchemaRegistry } from "../../registry/schema-registry.js";
import type { ValidationBudget } from "../validation-budget.js";
import type { Violation } from "../violation.js";
import { ARRAY_KEYWORDS, unevaluatedItems } from "./array-keywords.js";
import { ASSERTION_KEYWORDS } from "./assertion-keywords.js";
import {
  addViolation,
  EvaluatedParts,
  type EvaluationState,
  type Evaluator,
  type KeywordCompiler,
  type KeywordSite,
  shouldContinue,
} from "./evaluation.js";
import { compileReference, IN_PLACE_APPLICATORS } from "./in-place-keywords.js";
import { OBJECT_KEYWORDS, unevaluatedProperties } from "./object-keywords.js";

export type InterpreterOptions = {
  readonly excluded: ExcludedProperties;
  readonly assertFormats: boolean;
  /** A value of the description with its numbers as they are written there. */
  readonly readExactValue: ExactValueReader;
  readonly budget: ValidationBudget;
};

/** A schema that is ready to judge values. */
export type SchemaValidator = {
  readonly isValid: (value: unknown) => boolean;
  readonly validate: (value: unknown) => readonly Violation[];
};

/** In this order a schema's keywords are judged; the last two look at what the others have left. */
const KEYWORDS: readonly (readonly [string, KeywordCompiler])[] = [
  ...ASSERTION_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...IN_PLACE_APPLICATORS,
];
const UNEVALUATED_KEYWORDS: readonly (readonly [string, KeywordCompiler])[] = [
  ["unevaluatedItems", unevaluatedItems],
  ["unevaluatedProperties", unevaluatedProperties],
];

/**
 * JSON Schema 2020-12 word for word, for the schemas that Ajv would judge wrongly (see engine-selection.ts): each keyword becomes
 * a function, once, and schemas that refer to each other are functions that call each other.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export class Interpreter {
  readonly #library: SchemaRegistry;
  readonly #hidden: ExcludedProperties;
  readonly #assertFormats: boolean;
  readonly #exactly: ExactValueReader;
  readonly #budget: ValidationBudget;
  readonly #compiled = new Map<string, Evaluator>();
  readonly #waiting: (() => void)[] = [];

  constructor(library: SchemaRegistry, { excluded, assertFormats, readExactValue, budget }: InterpreterOptions) {
    this.#library = library;
    this.#exactly = readExactValue;
    this.#budget = budget;
    this.#hidden = excluded;
    this.#assertFormats = assertFormats;
  }

  /** @throws Error when what stands at the pointer, or at one that it reaches, is no schema. */
  compile(pointer: Pointer): SchemaValidator {
    const before = this.#compiled.size;
    const evaluate = this.#reach(pointer, this.#hidden.withEnclosing(pointer));
    try {
      for (let prepare = this.#waiting.pop(); prepare !== undefined; prepare = this.#waiting.pop()) prepare();
    } catch (error) {
      // What was reached on the way is not all prepared, and others that reach it later shall be told so as well.
      for (const key of [...this.#compiled.keys()].slice(before)) this.#compiled.delete(key);
      this.#waiting.length = 0;
      throw error;
    }
    const judge = (value: unknown, violations: Violation[] | undefined): boolean => {
      this.#budget.start(value);
      return evaluate({ path: [], scope: [], violations }, value, undefined);
    };
    return {
      isValid: (value) => judge(value, undefined),
      validate: (value) => {
        const failures: Violation[] = [];
        return judge(value, failures) ? [] : failures;
      },
    };
  }

  /** The function of a schema, which is made when all that waits is prepared; schemas may reach themselves. */
  #reach(pointer: Pointer, names: PropertyNames): Evaluator {
    const key = names.size === 0 ? pointer : [pointer, ...[...names].sort()].join("\n");
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    let own: Evaluator | undefined;
    const prepare = (): Evaluator => {
      own ??= this.#compile(pointer, names);
      return own;
    };
    const { spendStep } = this.#budget;
    const evaluate: Evaluator = (run, value, evaluated) => {
      spendStep();
      return (own ?? prepare())(run, value, evaluated);
    };
    this.#compiled.set(key, evaluate);
    this.#waiting.push(prepare);
    return evaluate;
  }

  #compile(pointer: Pointer, names: PropertyNames): Evaluator {
    const gap = this.#library.missingSchemaAt(pointer);
    if (gap !== undefined) {
      return () => {
        throw gap;
      };
    }
    this.#library.assertUsable(pointer);
    const schema = valueAt(this.#library.root, pointer);
    if (schema === true) return () => true;
    const site = this.#siteAt(pointer, names);
    if (schema === false) return (run, value) => addFalseSchemaViolation(run, site, value);
    if (!isObject(schema)) throw new Error(`there is no schema at ${pointer}`);
    return this.#withinResource(pointer, this.#compileSchema(site));
  }

  #siteAt(pointer: Pointer, names: PropertyNames): KeywordSite {
    const value = valueAt(this.#library.root, pointer);
    const below = (tokens: readonly (string | number)[]): Pointer => joinPointer(pointer, ...tokens);
    return {
      schema: isObject(value) ? value : {},
      pointer,
      dialect: this.#library.dialectAt(pointer),
      excluded: names,
      assertFormats: this.#assertFormats,
      readExactValue: (keyword) => this.#exactly(below([keyword]), isObject(value) ? (value[keyword] ?? null) : null),
      compileChild: (...tokens) => this.#reach(below(tokens), this.#hidden.ofSchema(below(tokens))),
      compileInPlace: (how, ...tokens) => {
        const own = this.#hidden.ofSchema(below(tokens));
        return this.#reach(below(tokens), how === "apart" ? own : mergeNames([own, names]));
      },
      compileAt: (target) => this.#reach(target, mergeNames([this.#hidden.ofSchema(target), names])),
    };
  }

  #compileSchema(site: KeywordSite): Evaluator {
    const { schema, dialect } = site;
    // Up to draft 7 a reference stood alone, whatever was written beside it.
    const alone = Number(dialect.draft) <= 7 && getReferenceTarget(schema) !== undefined;
    const knows = (keyword: string): boolean =>
      Object.hasOwn(schema, keyword) && (alone ? keyword === "$ref" : dialect.supports(keyword));
    const compileAll = (keywords: readonly (readonly [string, KeywordCompiler])[]): Evaluator[] =>
      keywords.flatMap(([keyword, compileKeyword]) => (knows(keyword) ? (compileKeyword(site) ?? []) : []));
    const dynamic = knows("$dynamicRef") ? [this.#dynamicReference(site)] : [];
    const first = [...compileAll(KEYWORDS), ...dynamic];
    const last = compileAll(UNEVALUATED_KEYWORDS);
    const all = last.length === 0 ? evaluateInOrder(first) : evaluateWithOwnParts(evaluateInOrder([...first, ...last]));
    if (schema[NULL_ALLOWED] !== true) return all;
    return (run, value, evaluated) => value === null || all(run, value, evaluated);
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2 */
  #dynamicReference(site: KeywordSite): Evaluator {
    const { dynamicReferences, dynamicAnchors } = this.#library.index;
    const dynamic = dynamicReferences.get(joinPointer(site.pointer, "$dynamicRef"));
    if (dynamic === undefined) return compileReference(site, "$dynamicRef");
    const { target, anchor } = dynamic;
    return (run, value, evaluated) => {
      const outermost = run.scope.find((resource) => dynamicAnchors.get(resource)?.has(anchor));
      const found = outermost === undefined ? undefined : dynamicAnchors.get(outermost)?.get(anchor);
      return site.compileAt(found ?? target)(run, value, evaluated);
    };
  }

  /** The dynamic scope matters only where some schema asks for it. */
  #withinResource(pointer: Pointer, evaluate: Evaluator): Evaluator {
    const { dynamicReferences, resourceAt } = this.#library.index;
    if (dynamicReferences.size === 0) return evaluate;
    const resource = resourceAt(pointer).pointer;
    return (run, value, evaluated) => {
      if (run.scope.at(-1) === resource) return evaluate(run, value, evaluated);
      run.scope.push(resource);
      const valid = evaluate(run, value, evaluated);
      run.scope.pop();
      return valid;
    };
  }
}

function evaluateInOrder(keywords: readonly Evaluator[]): Evaluator {
  const [only] = keywords;
  if (only !== undefined && keywords.length === 1) return only;
  return (run, value, evaluated) => {
    let valid = true;
    for (const keyword of keywords) {
      if (keyword(run, value, evaluated)) continue;
      valid = false;
      if (!shouldContinue(run)) break;
    }
    return valid;
  };
}

/** A schema that asks what is unevaluated sees what is evaluated in it, never what is beside it. */
function evaluateWithOwnParts(evaluate: Evaluator): Evaluator {
  return (run, value, evaluated) => {
    const own = new EvaluatedParts();
    const valid = evaluate(run, value, own);
    evaluated?.add(own);
    return valid;
  };
}

function addFalseSchemaViolation(run: EvaluationState, site: KeywordSite, value: unknown): false {
  addViolation(run, site, { keyword: "false", value });
  const failure = run.violations?.pop();
  if (failure !== undefined) run.violations?.push({ ...failure, pointer: site.pointer, schema: false });
  return false;
}
