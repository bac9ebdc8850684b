import { getApplicator } from "../../../document/applicators.js";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "../../../document/index.js";
import { type ExcludedProperties, mergeNames, type PropertyNames } from "../../model/schema-model.js";
import { getReferenceTarget, NULL_ALLOWED, walkSchemas } from "../../registry/normalize-schema.js";
import type { SchemaRegistry } from "../../registry/schema-registry.js";
import type { Violation } from "../violation.js";
import {
  addViolation,
  type Closing,
  DRIFT,
  EvaluatedParts,
  type EvaluationState,
  type Evaluator,
  indexKeywords,
  type KeywordIndex,
  type KeywordSite,
  SchemaEvaluator,
  testEach,
  type ValidationBudget,
} from "./evaluation.js";
import {
  ASSERTION_KEYWORDS,
  compileReference,
  followReferences,
  IN_PLACE_APPLICATORS,
  rejectRecursion,
} from "./in-place-keywords.js";
import { ARRAY_KEYWORDS, OBJECT_KEYWORDS, unevaluatedItems, unevaluatedProperties } from "./nested-keywords.js";

export type InterpreterOptions = {
  readonly excluded: ExcludedProperties;
  readonly assertFormats: boolean;
  /** Returns a value of the spec with exact numbers. */
  readonly budget: ValidationBudget;
};

/** A compiled schema. */
export type SchemaValidator = {
  /** The bits of DRIFT that a valid value may have; undefined if the value is invalid. */
  readonly findDrift: (value: unknown) => number | undefined;
  readonly isValid: (value: unknown) => boolean;
  readonly validate: (value: unknown) => readonly Violation[];
};

const NO_VIOLATIONS: readonly Violation[] = [];

/** The keywords in the order of evaluation. UNEVALUATED_KEYWORDS come last, because they depend on all others. */
const KEYWORDS = indexKeywords([...ASSERTION_KEYWORDS, ...OBJECT_KEYWORDS, ...ARRAY_KEYWORDS, ...IN_PLACE_APPLICATORS]);
const UNEVALUATED_KEYWORDS = indexKeywords([
  ["unevaluatedItems", unevaluatedItems],
  ["unevaluatedProperties", unevaluatedProperties],
]);

/**
 * Implements JSON Schema 2020-12 exactly. Each keyword compiles to a function, and schemas that refer to each other become
 * functions that call each other. Each schema is compiled once, whatever refers to it.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export class Interpreter {
  readonly #registry: SchemaRegistry;
  readonly #options: InterpreterOptions;
  readonly #excluded: ExcludedProperties;
  readonly #compiled = new Map<string, SchemaEvaluator>();
  readonly #pending: SchemaEvaluator[] = [];

  constructor(registry: SchemaRegistry, options: InterpreterOptions) {
    this.#registry = registry;
    this.#options = options;
    this.#excluded = options.excluded;
  }

  /** @throws {Error} if the schema at the pointer, or one that it reaches, is missing or invalid. */
  compile(pointer: Pointer): SchemaValidator {
    const schema = this.#prepareAll(() => this.#getEvaluator(pointer, this.#excluded.withEnclosing(pointer), true));
    const { budget } = this.#options;
    const findDrift = (value: unknown, violations?: Violation[]): number | undefined => {
      budget.start(value);
      const run: EvaluationState = { path: [], scope: [], violations, drift: 0 };
      return schema.evaluate(run, value, undefined) ? run.drift : undefined;
    };
    return {
      findDrift,
      isValid: (value) => findDrift(value) !== undefined,
      validate: (value) => {
        // Most values are valid, and the first violation ends the search for any.
        if (findDrift(value) !== undefined) return NO_VIOLATIONS;
        const violations: Violation[] = [];
        findDrift(value, violations);
        return violations;
      },
    };
  }

  /** Compiles a schema and all that it reaches. */
  #prepareAll(getSchema: () => SchemaEvaluator): SchemaEvaluator {
    const before = this.#compiled.size;
    try {
      const schema = getSchema();
      for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next.prepare();
      return schema;
    } catch (error) {
      // Discard the schemas of a failed compilation, so that later compilations that reach them fail too.
      for (const key of [...this.#compiled.keys()].slice(before)) this.#compiled.delete(key);
      this.#pending.length = 0;
      throw error;
    }
  }

  #getEvaluator(reference: Pointer, ownNames: PropertyNames, isClosing: boolean): SchemaEvaluator {
    const pointer = followReferences(this.#registry, reference);
    const names = pointer === reference ? ownNames : mergeNames([this.#excluded.ofSchema(pointer), ownNames]);
    const at = isClosing ? pointer : `${pointer} `;
    const key = names.size === 0 ? at : [at, ...[...names].sort()].join("\n");
    const cached = this.#compiled.get(key);
    if (cached !== undefined) return cached;
    const evaluator = new SchemaEvaluator(this.#options.budget, () => this.#compile(pointer, names, isClosing));
    this.#compiled.set(key, evaluator);
    this.#pending.push(evaluator);
    return evaluator;
  }

  #compile(pointer: Pointer, names: PropertyNames, isClosing: boolean): readonly Evaluator[] {
    const missing = this.#registry.missingSchemaAt(pointer);
    if (missing !== undefined) {
      return [
        () => {
          throw missing;
        },
      ];
    }
    this.#registry.assertUsable(pointer);
    const schema = valueAt(this.#registry.root, pointer);
    if (schema === true) return [];
    const site = this.#createSite(isObject(schema) ? schema : {}, pointer, { names, isClosing });
    if (schema === false) return [(run, value) => addFalseSchemaViolation(run, site, value)];
    if (!isObject(schema)) throw new Error(`expected a schema at ${pointer}`);
    return this.#withinResource(pointer, this.#compileSchema(site));
  }

  #createSite(
    schema: JsonObject,
    pointer: Pointer,
    { names, isClosing }: { readonly names: PropertyNames; readonly isClosing: boolean },
  ): KeywordSite {
    const dialect = this.#registry.dialectAt(pointer);
    const closing = isClosing ? planClosing(this.#registry.root, schema, pointer) : "none";
    const isBelow = closing === "below";
    const resolve = (tokens: readonly (string | number)[]): Pointer => joinPointer(pointer, ...tokens);
    return {
      schema,
      pointer,
      dialect,
      // Up to draft 7, keywords beside a reference are ignored.
      isReference: Number(dialect.draft) <= 7 && getReferenceTarget(schema) !== undefined,
      closing,
      excluded: names,
      assertFormats: this.#options.assertFormats,
      compileChild: (...tokens) => this.#getEvaluator(resolve(tokens), this.#excluded.ofSchema(resolve(tokens)), true),
      compileInPlace: (how, ...tokens) => {
        const excluded = this.#excluded.ofSchema(resolve(tokens));
        return how === "isolated"
          ? this.#getEvaluator(resolve(tokens), excluded, false)
          : this.#getEvaluator(resolve(tokens), mergeNames([excluded, names]), isBelow);
      },
      compileAt: (target) => this.#getEvaluator(target, mergeNames([this.#excluded.ofSchema(target), names]), isBelow),
    };
  }

  #compileSchema(site: KeywordSite): readonly Evaluator[] {
    const { schema, dialect, isReference } = site;
    const isActive = (keyword: string): boolean =>
      Object.hasOwn(schema, keyword) && (isReference ? keyword === "$ref" : dialect.supports(keyword));
    const active = Object.keys(schema).filter(isActive);
    const compileAll = (keywords: KeywordIndex): Evaluator[] =>
      active
        .flatMap((keyword) => keywords.get(keyword) ?? [])
        .sort((one, other) => one.position - other.position)
        .flatMap(({ compile }) => compile(site) ?? []);
    const dynamic = isActive("$dynamicRef") ? [this.#dynamicReference(site)] : [];
    const drift = [compileDrift(site) ?? [], isActive("properties") ? [] : (compileClosing(site.closing) ?? [])].flat();
    const first = [...compileAll(KEYWORDS), ...dynamic, ...drift];
    const last = compileAll(UNEVALUATED_KEYWORDS);
    // A schema with `unevaluated` keywords sees what it evaluates itself, and nothing that adjacent schemas evaluate.
    const all = last.length === 0 ? first : [evaluateWithOwnParts(evaluateInOrder([...first, ...last]))];
    if (schema[NULL_ALLOWED] === undefined) return all;
    const evaluate = evaluateInOrder(all);
    return [(run, value, evaluated) => (value === null ? acceptNull(run) : evaluate(run, value, evaluated))];
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2 */
  #dynamicReference(site: KeywordSite): Evaluator {
    const { dynamicReferences, resourceAt } = this.#registry.index;
    const dynamic = dynamicReferences.get(joinPointer(site.pointer, "$dynamicRef"));
    if (dynamic === undefined) return compileReference(site, "$dynamicRef");
    const { target, anchor } = dynamic;
    return rejectRecursion((run, value, evaluated) => {
      const anchors = run.scope.map((resource) => resourceAt(resource).dynamicAnchors);
      const found = anchors.find((it) => it.has(anchor))?.get(anchor);
      return this.#prepareAll(() => site.compileAt(found ?? target)).evaluate(run, value, evaluated);
    });
  }

  /** Tracks the dynamic scope if the spec has dynamic references. */
  #withinResource(pointer: Pointer, keywords: readonly Evaluator[]): readonly Evaluator[] {
    const { dynamicReferences, resourceAt } = this.#registry.index;
    if (dynamicReferences.size === 0) return keywords;
    const evaluate = evaluateInOrder(keywords);
    const resource = resourceAt(pointer).pointer;
    const evaluateWithin: Evaluator = (run, value, evaluated) => {
      if (run.scope.at(-1) === resource) return evaluate(run, value, evaluated);
      run.scope.push(resource);
      const valid = evaluate(run, value, evaluated);
      run.scope.pop();
      return valid;
    };
    return [evaluateWithin];
  }
}

/** Whether the spec documents the null is for the search for drift (see undeclared.ts). */
function acceptNull(run: EvaluationState): true {
  run.drift |= DRIFT.undeclared;
  return true;
}

function evaluateInOrder(keywords: readonly Evaluator[]): Evaluator {
  const [only] = keywords;
  if (only !== undefined && keywords.length === 1) return only;
  return (run, value, evaluated) => testEach(run, keywords, (keyword) => keyword(run, value, evaluated));
}

function evaluateWithOwnParts(evaluate: Evaluator): Evaluator {
  return (run, value, evaluated) => {
    const ownParts = new EvaluatedParts();
    const valid = evaluate(run, value, ownParts);
    evaluated?.add(ownParts);
    return valid;
  };
}

function addFalseSchemaViolation(run: EvaluationState, site: KeywordSite, value: unknown): false {
  addViolation(run, site, { keyword: "false", value });
  const violation = run.violations?.pop();
  if (violation !== undefined) run.violations?.push({ ...violation, pointer: site.pointer, schema: false });
  return false;
}

/** Plans the search for undeclared properties, so that validation also shows that a value has none (see undeclared.ts). */
function planClosing(root: Json, start: JsonObject, pointer: Pointer): Closing {
  if (IN_PLACE_ALWAYS.every((keyword) => start[keyword] === undefined)) return hasRest(start) ? "none" : "below";
  const names = new Set<string>();
  for (const { schema } of walkSchemas(root, [pointer], ({ applies }) => applies === "always")) {
    if (hasRest(schema)) return "none";
    for (const name of Object.keys(asObject(schema.properties) ?? {})) names.add(name);
  }
  return names.size > 0 && !isOnlyReference(start) ? names : "below";
}

/** Without these, a schema declares no properties that apply to every object. */
const IN_PLACE_ALWAYS = ["properties", "$ref", "allOf"];

/** Whether a schema says something about all other properties. */
function hasRest({ additionalProperties, unevaluatedProperties }: JsonObject): boolean {
  return additionalProperties !== undefined || unevaluatedProperties !== undefined;
}

function isOnlyReference(schema: JsonObject): boolean {
  return schema.$ref !== undefined && IN_PLACE_KEYWORDS.every((keyword) => schema[keyword] === undefined);
}

const IN_PLACE_KEYWORDS = ["properties", "allOf", "oneOf", "anyOf"];

/** Compiles what makes a value that is valid have drift, apart from undeclared properties; undefined if nothing does. */
function compileDrift({ schema, dialect, isReference }: KeywordSite): Evaluator | undefined {
  const { readOnly, writeOnly, discriminator, "x-extensible-enum": listed } = schema;
  const isUnclear = Object.keys(schema).some(
    (keyword) =>
      getApplicator(keyword) !== undefined && (isReference || !dialect.supports(keyword) || !CLEAR.has(keyword)),
  );
  const isTagged = isObject(discriminator);
  const marks =
    (isUnclear || isTagged || schema.$dynamicRef !== undefined ? DRIFT.undeclared : 0) |
    (readOnly === true ? DRIFT.readOnly : 0) |
    (writeOnly === true ? DRIFT.writeOnly : 0);
  const known = Array.isArray(listed) ? new Set<unknown>(listed) : undefined;
  if (marks === 0 && known === undefined) return undefined;
  return (run, value) => {
    run.drift |= marks;
    const isScalar = typeof value === "string" || typeof value === "number";
    if (known !== undefined && isScalar && !known.has(value)) run.drift |= DRIFT.undeclared;
    return true;
  };
}

/** The keywords whose subschemas describe the same data for validation and for drift. */
const CLEAR = new Set(
  "$defs definitions contentSchema properties patternProperties additionalProperties propertyNames items allOf oneOf anyOf not".split(
    " ",
  ),
);

/** Looks for undeclared properties in a schema without `properties` of its own. */
function compileClosing(closing: Closing): Evaluator | undefined {
  if (typeof closing === "string") return undefined;
  return (run, value) => {
    if (isObject(value) && !Object.keys(value).every((name) => closing.has(name))) run.drift |= DRIFT.undeclared;
    return true;
  };
}
