import type { AnySchemaObject, ErrorObject } from "ajv";
import {
  type Document,
  formatLocation,
  type Json,
  joinPointer,
  type Location,
  type Pointer,
  pointerFragment,
} from "../document/index.js";
import { type AjvOptions, createAjv, DOCUMENT_ID } from "./ajv.js";
import { type Budget, createBudget } from "./budget.js";
import { holdsExact } from "./exact-number.js";
import { createExactReader, type ExactReader } from "./exact-reader.js";
import type { Failure } from "./failure.js";
import { hiddenNames } from "./hidden-names.js";
import { KeywordError } from "./interpreter/evaluation.js";
import { type Interpreted, Interpreter } from "./interpreter/interpreter.js";
import { createLibrary, Gap, type KnownSchemas, type Library } from "./library.js";
import { createOneSided } from "./one-sided.js";
import { boundedPattern } from "./pattern/bounded-pattern.js";
import type { Remark } from "./remark.js";
import { createRouting } from "./routing.js";
import { SchemaError } from "./schema-error.js";
import { Unjudged } from "./unjudged.js";
import type { View } from "./view.js";

export type { Failure } from "./failure.js";

/** Every schema of a document, compiled when it is first needed and kept. */
export type Schemas = {
  readonly document: Document;
  /** What stands at a pointer once lowered to JSON Schema 2020-12 (see lower.ts). */
  readonly root: Json;
  /** What is read otherwise than it stands in the description, or not at all. */
  readonly remarks: readonly Remark[];
  /** The failures of a value against the schema at a pointer, as seen from one side; none when it is valid. */
  readonly validate: (pointer: Pointer, view: View, value: unknown) => readonly Failure[];
  /** The same judgement without the reasons. */
  readonly isValid: (pointer: Pointer, view: View, value: unknown) => boolean;
};

export type SchemasOptions = {
  /** Schemas that the description may refer to by URI without holding them. */
  readonly known?: KnownSchemas;
  /** Whether `format` is asserted, as OpenAPI's users expect, or an annotation, as JSON Schema has it. */
  readonly formats?: "assertion" | "annotation";
  /** Who judges: the fastest that is right about a schema, or always the interpreter (to compare them). */
  readonly engine?: "fastest" | "interpreter";
};

const NO_FAILURES: readonly Failure[] = [];

/** @throws SchemaError from `validate` and `isValid` when a schema does not compile. */
export function createSchemas(document: Document, options: SchemasOptions = {}): Schemas {
  const library = createLibrary(document.root, options.known, document.gaps);
  const compilers = new Map<View, (pointer: Pointer) => Interpreted>();
  const compiled = { request: new Map<Pointer, Interpreted>(), response: new Map<Pointer, Interpreted>() };
  const broken = { request: new Map<Pointer, SchemaError>(), response: new Map<Pointer, SchemaError>() };
  const pointers = new Map<object, Pointer>();
  const exactly = createExactReader(document);
  const budget = createBudget();
  const isOneSided = createOneSided(library);
  const schemaAt = (pointer: Pointer, side: View): Interpreted => {
    const known = compiled[side].get(pointer);
    if (known !== undefined) return known;
    const failed = broken[side].get(pointer);
    if (failed !== undefined) throw failed;
    const view = isOneSided(pointer) ? side : "response";
    const compile = compilers.get(view) ?? compilerFor(library, view, { ...options, pointers, exactly, budget });
    compilers.set(view, compile);
    try {
      const schema = compiled[view].get(pointer) ?? compile(pointer);
      compiled[view].set(pointer, schema);
      compiled[side].set(pointer, schema);
      return schema;
    } catch (cause) {
      const error = new SchemaError({ pointer, location: document.locate(pointer), cause });
      broken[side].set(pointer, error);
      throw error;
    }
  };
  return {
    document,
    root: library.root,
    remarks: library.remarks,
    isValid: (pointer, view, value) => {
      const schema = schemaAt(pointer, view);
      try {
        return schema.isValid(value);
      } catch (error) {
        throw withPlace(error, pointer, document.locate(pointer));
      }
    },
    validate: (pointer, view, value) => {
      const schema = schemaAt(pointer, view);
      try {
        return schema.validate(value);
      } catch (error) {
        throw withPlace(error, pointer, document.locate(pointer));
      }
    },
  };
}

function withPlace(error: unknown, pointer: Pointer, location: Location): unknown {
  if (error instanceof Unjudged) return new Unjudged(`${formatLocation(location)}: ${error.message}`);
  // Where a dynamic reference leads is compiled when a value has led there; so is told that another leads nowhere.
  const isBroken = error instanceof KeywordError || error instanceof SyntaxError || error instanceof Gap;
  return isBroken ? new SchemaError({ pointer, location, cause: error }) : error;
}

/** Where every failure is told, each step may leave one. */
const MOST_TELLING = 5_000_000;

type CompilerOptions = SchemasOptions & {
  readonly pointers: Map<object, Pointer>;
  readonly exactly: ExactReader;
  readonly budget: Budget;
};

/**
 * Ajv for what it is right about, which is nearly everything; the interpreter for the rest, and for values that hold a
 * number that no double does.
 *
 * Two of Ajv: one that stops at the first error, for the many values that have none, and one that tells everything about
 * those that have, compiled when there is the first. Code that tells everything takes several times the memory.
 */
function compilerFor(library: Library, view: View, options: CompilerOptions): (pointer: Pointer) => Interpreted {
  const { formats = "assertion", engine = "fastest", pointers, exactly, budget } = options;
  const hidden = hiddenNames(library, view);
  const routing = createRouting(library, hidden, pointers);
  const assertFormats = formats === "assertion";
  const { spend } = budget;
  const interpreter = once(() => new Interpreter(library, { hidden, assertFormats, exactly, budget }));
  const ajvWith = (given: AjvOptions): (() => Ajv) =>
    once(() =>
      createAjv(library, routing, {
        validateFormats: assertFormats,
        code: { regExp: boundedPattern },
        spend,
        ...given,
      }),
    );
  const quick = ajvWith({ allErrors: false, everyBranch: true });
  const telling = ajvWith({ verbose: true });
  return (pointer) => {
    if (engine === "interpreter" || !routing.isForAjv(pointer)) return interpreter().compile(pointer);
    const reference: AnySchemaObject = { $ref: `${DOCUMENT_ID}#${pointerFragment(pointer)}` };
    const isValid: Validator = quick().compile(reference);
    const tell = once((): Validator => telling().compile(reference));
    const exact = once(() => interpreter().compile(pointer));
    return {
      isValid: (value) => {
        if (holdsExact(value)) return exact().isValid(value);
        budget.begin(value);
        return isValid(value);
      },
      validate: (value) => {
        if (holdsExact(value)) return exact().validate(value);
        budget.begin(value);
        if (isValid(value)) return NO_FAILURES;
        const validate = tell();
        budget.begin(value, MOST_TELLING);
        validate(value);
        return (validate.errors ?? []).map((error) => failure(error, { pointers, exactly, fallback: pointer }));
      },
    };
  };
}

type Ajv = ReturnType<typeof createAjv>;

type Validator = { (value: unknown): boolean; errors?: readonly ErrorObject[] | null };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type FailurePlaces = Pick<CompilerOptions, "pointers" | "exactly"> & { readonly fallback: Pointer };

/** Ajv names the schema of an error by the object itself, and routing knows where that stands. */
function failure(error: ErrorObject, { pointers, exactly, fallback }: FailurePlaces): Failure {
  const keyword = error.keyword === "false schema" ? "false" : error.keyword;
  const schemaPointer = pointers.get(error.parentSchema ?? {}) ?? fallback;
  return {
    keyword,
    pointer: keyword === "false" ? schemaPointer : joinPointer(schemaPointer, keyword),
    schemaPointer,
    instance: error.instancePath,
    params: error.params,
    schema:
      typeof error.schema === "number" ? exactly(joinPointer(schemaPointer, keyword), error.schema) : error.schema,
    value: error.data,
  };
}
