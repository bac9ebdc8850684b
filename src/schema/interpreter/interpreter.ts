import { isObject, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import type { Budget } from "../budget.js";
import type { ExactReader } from "../exact-reader.js";
import type { Failure } from "../failure.js";
import { type HiddenNames, type Names, referenced, union } from "../hidden-names.js";
import type { Library } from "../library.js";
import { NULL_ALLOWED } from "../lower.js";
import { ARRAY_KEYWORDS, unevaluatedItems } from "./array-keywords.js";
import { ASSERTIONS } from "./assertions.js";
import { type Evaluate, Evaluated, fail, type Keyword, type Run, type Site, wantsMore } from "./evaluation.js";
import { IN_PLACE, referenceTo } from "./in-place-keywords.js";
import { OBJECT_KEYWORDS, unevaluatedProperties } from "./object-keywords.js";

export type InterpreterOptions = {
  readonly hidden: HiddenNames;
  readonly assertFormats: boolean;
  /** A value of the description with its numbers as they are written there. */
  readonly exactly: ExactReader;
  readonly budget: Budget;
};

/** A schema that is ready to judge values. */
export type Interpreted = {
  readonly isValid: (value: unknown) => boolean;
  readonly validate: (value: unknown) => readonly Failure[];
};

/** In this order a schema's keywords are judged; the last two look at what the others have left. */
const KEYWORDS: readonly (readonly [string, Keyword])[] = [
  ...ASSERTIONS,
  ...OBJECT_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...IN_PLACE,
];
const UNEVALUATED: readonly (readonly [string, Keyword])[] = [
  ["unevaluatedItems", unevaluatedItems],
  ["unevaluatedProperties", unevaluatedProperties],
];

/**
 * JSON Schema 2020-12 word for word, for the schemas that Ajv would judge wrongly (see routing.ts): each keyword becomes
 * a function, once, and schemas that refer to each other are functions that call each other.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export class Interpreter {
  readonly #library: Library;
  readonly #hidden: HiddenNames;
  readonly #assertFormats: boolean;
  readonly #exactly: ExactReader;
  readonly #budget: Budget;
  readonly #compiled = new Map<string, Evaluate>();
  readonly #waiting: (() => void)[] = [];

  constructor(library: Library, { hidden, assertFormats, exactly, budget }: InterpreterOptions) {
    this.#library = library;
    this.#exactly = exactly;
    this.#budget = budget;
    this.#hidden = hidden;
    this.#assertFormats = assertFormats;
  }

  /** @throws Error when what stands at the pointer, or at one that it reaches, is no schema. */
  compile(pointer: Pointer): Interpreted {
    const before = this.#compiled.size;
    const evaluate = this.#reach(pointer, this.#hidden.inPlace(pointer));
    try {
      for (let prepare = this.#waiting.pop(); prepare !== undefined; prepare = this.#waiting.pop()) prepare();
    } catch (error) {
      // What was reached on the way is not all prepared, and others that reach it later shall be told so as well.
      for (const key of [...this.#compiled.keys()].slice(before)) this.#compiled.delete(key);
      this.#waiting.length = 0;
      throw error;
    }
    const judge = (value: unknown, failures: Failure[] | undefined): boolean => {
      this.#budget.begin(value);
      return evaluate({ path: [], scope: [], failures }, value, undefined);
    };
    return {
      isValid: (value) => judge(value, undefined),
      validate: (value) => {
        const failures: Failure[] = [];
        return judge(value, failures) ? [] : failures;
      },
    };
  }

  /** The function of a schema, which is made when all that waits is prepared; schemas may reach themselves. */
  #reach(pointer: Pointer, names: Names): Evaluate {
    const key = names.size === 0 ? pointer : [pointer, ...[...names].sort()].join("\n");
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    let own: Evaluate | undefined;
    const prepare = (): Evaluate => {
      own ??= this.#compile(pointer, names);
      return own;
    };
    const { spend } = this.#budget;
    const evaluate: Evaluate = (run, value, evaluated) => {
      spend();
      return (own ?? prepare())(run, value, evaluated);
    };
    this.#compiled.set(key, evaluate);
    this.#waiting.push(prepare);
    return evaluate;
  }

  #compile(pointer: Pointer, names: Names): Evaluate {
    const gap = this.#library.gapAt(pointer);
    if (gap !== undefined) {
      return () => {
        throw gap;
      };
    }
    this.#library.expectUsable(pointer);
    const schema = valueAt(this.#library.root, pointer);
    if (schema === true) return () => true;
    const site = this.#siteAt(pointer, names);
    if (schema === false) return (run, value) => failFalse(run, site, value);
    if (!isObject(schema)) throw new Error(`there is no schema at ${pointer}`);
    return this.#withinResource(pointer, this.#compileSchema(site));
  }

  #siteAt(pointer: Pointer, names: Names): Site {
    const value = valueAt(this.#library.root, pointer);
    const below = (tokens: readonly (string | number)[]): Pointer => joinPointer(pointer, ...tokens);
    return {
      schema: isObject(value) ? value : {},
      pointer,
      dialect: this.#library.dialectAt(pointer),
      hidden: names,
      assertFormats: this.#assertFormats,
      exactly: (keyword) => this.#exactly(below([keyword]), isObject(value) ? (value[keyword] ?? null) : null),
      child: (...tokens) => this.#reach(below(tokens), this.#hidden.always(below(tokens))),
      inPlace: (how, ...tokens) => {
        const own = this.#hidden.always(below(tokens));
        return this.#reach(below(tokens), how === "apart" ? own : union([own, names]));
      },
      at: (target) => this.#reach(target, union([this.#hidden.always(target), names])),
    };
  }

  #compileSchema(site: Site): Evaluate {
    const { schema, dialect } = site;
    // Up to draft 7 a reference stood alone, whatever was written beside it.
    const alone = Number(dialect.draft) <= 7 && referenced(schema) !== undefined;
    const knows = (keyword: string): boolean =>
      Object.hasOwn(schema, keyword) && (alone ? keyword === "$ref" : dialect.knows(keyword));
    const compileAll = (keywords: readonly (readonly [string, Keyword])[]): Evaluate[] =>
      keywords.flatMap(([keyword, compileKeyword]) => (knows(keyword) ? (compileKeyword(site) ?? []) : []));
    const dynamic = knows("$dynamicRef") ? [this.#dynamicReference(site)] : [];
    const first = [...compileAll(KEYWORDS), ...dynamic];
    const last = compileAll(UNEVALUATED);
    const all = last.length === 0 ? inOrder(first) : collecting(inOrder([...first, ...last]));
    if (schema[NULL_ALLOWED] !== true) return all;
    return (run, value, evaluated) => value === null || all(run, value, evaluated);
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2 */
  #dynamicReference(site: Site): Evaluate {
    const { dynamicReferences, dynamicAnchors } = this.#library.index;
    const dynamic = dynamicReferences.get(joinPointer(site.pointer, "$dynamicRef"));
    if (dynamic === undefined) return referenceTo(site, "$dynamicRef");
    const { target, anchor } = dynamic;
    return (run, value, evaluated) => {
      const outermost = run.scope.find((resource) => dynamicAnchors.get(resource)?.has(anchor));
      const found = outermost === undefined ? undefined : dynamicAnchors.get(outermost)?.get(anchor);
      return site.at(found ?? target)(run, value, evaluated);
    };
  }

  /** The dynamic scope matters only where some schema asks for it. */
  #withinResource(pointer: Pointer, evaluate: Evaluate): Evaluate {
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

function inOrder(keywords: readonly Evaluate[]): Evaluate {
  const [only] = keywords;
  if (only !== undefined && keywords.length === 1) return only;
  return (run, value, evaluated) => {
    let valid = true;
    for (const keyword of keywords) {
      if (keyword(run, value, evaluated)) continue;
      valid = false;
      if (!wantsMore(run)) break;
    }
    return valid;
  };
}

/** A schema that asks what is unevaluated sees what is evaluated in it, never what is beside it. */
function collecting(evaluate: Evaluate): Evaluate {
  return (run, value, evaluated) => {
    const own = new Evaluated();
    const valid = evaluate(run, value, own);
    evaluated?.add(own);
    return valid;
  };
}

function failFalse(run: Run, site: Site, value: unknown): false {
  fail(run, site, { keyword: "false", value });
  const failure = run.failures?.pop();
  if (failure !== undefined) run.failures?.push({ ...failure, pointer: site.pointer, schema: false });
  return false;
}
