import type { AnySchemaObject, ErrorObject } from "ajv";
import {
  type Document,
  formatLocation,
  formatPointerFragment,
  type Json,
  joinPointer,
  type Pointer,
  type SourceLocation,
} from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import { compileBoundedPattern } from "../pattern/bounded-pattern.js";
import { createDirectionTest } from "../registry/differs-by-direction.js";
import { createExactValueReader, type ExactValueReader } from "../registry/exact-value-reader.js";
import { createExcludedProperties } from "../registry/excluded-properties.js";
import type { SchemaDiagnostic } from "../registry/schema-diagnostic.js";
import {
  createSchemaRegistry,
  type ExternalSchemas,
  MissingSchemaError,
  type SchemaRegistry,
} from "../registry/schema-registry.js";
import { hasExactNumber } from "../values/exact-number.js";
import { type AjvOptions, createAjv, DOCUMENT_ID } from "./ajv.js";
import { createEngineSelection } from "./engine-selection.js";
import { KeywordError } from "./interpreter/evaluation.js";
import { Interpreter, type SchemaValidator } from "./interpreter/interpreter.js";
import { SchemaError } from "./schema-error.js";
import { createValidationBudget, type ValidationBudget } from "./validation-budget.js";
import type { Violation } from "./violation.js";

export type { Violation } from "./violation.js";

/** Every schema of a document, compiled when it is first needed and kept. */
export type Schemas = {
  readonly document: Document;
  /** What stands at a pointer once lowered to JSON Schema 2020-12 (see lower.ts). */
  readonly root: Json;
  /** What is read otherwise than it stands in the description, or not at all. */
  readonly diagnostics: readonly SchemaDiagnostic[];
  /** The failures of a value against the schema at a pointer, as seen from one side; none when it is valid. */
  readonly validate: (pointer: Pointer, view: MessageDirection, value: unknown) => readonly Violation[];
  /** The same judgement without the reasons. */
  readonly isValid: (pointer: Pointer, view: MessageDirection, value: unknown) => boolean;
};

export type SchemasOptions = {
  /** Schemas that the description may refer to by URI without holding them. */
  readonly externalSchemas?: ExternalSchemas;
  /** Whether `format` is asserted, as OpenAPI's users expect, or an annotation, as JSON Schema has it. */
  readonly formatMode?: "assertion" | "annotation";
  /** Who judges: the fastest that is right about a schema, or always the interpreter (to compare them). */
  readonly engine?: "fastest" | "interpreter";
};

const NO_VIOLATIONS: readonly Violation[] = [];

/** @throws SchemaError from `validate` and `isValid` when a schema does not compile. */
export function createSchemas(document: Document, options: SchemasOptions = {}): Schemas {
  const library = createSchemaRegistry(document.root, options.externalSchemas, document.unusable);
  const compilers = new Map<MessageDirection, (pointer: Pointer) => SchemaValidator>();
  const compiled = { request: new Map<Pointer, SchemaValidator>(), response: new Map<Pointer, SchemaValidator>() };
  const broken = { request: new Map<Pointer, SchemaError>(), response: new Map<Pointer, SchemaError>() };
  const pointers = new Map<object, Pointer>();
  const readExactValue = createExactValueReader(document);
  const budget = createValidationBudget();
  const isOneSided = createDirectionTest(library);
  const schemaAt = (pointer: Pointer, side: MessageDirection): SchemaValidator => {
    const known = compiled[side].get(pointer);
    if (known !== undefined) return known;
    const failed = broken[side].get(pointer);
    if (failed !== undefined) throw failed;
    const view = isOneSided(pointer) ? side : "response";
    const compile =
      compilers.get(view) ?? createCompiler(library, view, { ...options, pointers, readExactValue, budget });
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
    diagnostics: library.diagnostics,
    isValid: (pointer, view, value) => {
      const schema = schemaAt(pointer, view);
      try {
        return schema.isValid(value);
      } catch (error) {
        throw addLocation(error, pointer, document.locate(pointer));
      }
    },
    validate: (pointer, view, value) => {
      const schema = schemaAt(pointer, view);
      try {
        return schema.validate(value);
      } catch (error) {
        throw addLocation(error, pointer, document.locate(pointer));
      }
    },
  };
}

function addLocation(error: unknown, pointer: Pointer, location: SourceLocation): unknown {
  if (error instanceof CannotValidateError)
    return new CannotValidateError(`${formatLocation(location)}: ${error.message}`);
  // Where a dynamic reference leads is compiled when a value has led there; so is told that another leads nowhere.
  const isBroken = error instanceof KeywordError || error instanceof SyntaxError || error instanceof MissingSchemaError;
  return isBroken ? new SchemaError({ pointer, location, cause: error }) : error;
}

/** Where every failure is told, each step may leave one. */
const MAX_VERBOSE_STEPS = 5_000_000;

type CompilerOptions = SchemasOptions & {
  readonly pointers: Map<object, Pointer>;
  readonly readExactValue: ExactValueReader;
  readonly budget: ValidationBudget;
};

/**
 * Ajv for what it is right about, which is nearly everything; the interpreter for the rest, and for values that hold a
 * number that no double does.
 *
 * Two of Ajv: one that stops at the first error, for the many values that have none, and one that tells everything about
 * those that have, compiled when there is the first. Code that tells everything takes several times the memory.
 */
function createCompiler(
  library: SchemaRegistry,
  view: MessageDirection,
  options: CompilerOptions,
): (pointer: Pointer) => SchemaValidator {
  const { formatMode = "assertion", engine = "fastest", pointers, readExactValue, budget } = options;
  const excluded = createExcludedProperties(library, view);
  const routing = createEngineSelection(library, excluded, pointers);
  const assertFormats = formatMode === "assertion";
  const { spendStep } = budget;
  const interpreter = memoize(() => new Interpreter(library, { excluded, assertFormats, readExactValue, budget }));
  const ajvWith = (given: AjvOptions): (() => Ajv) =>
    memoize(() =>
      createAjv(library, routing, {
        validateFormats: assertFormats,
        code: { regExp: compileBoundedPattern },
        spendStep,
        ...given,
      }),
    );
  const quick = ajvWith({ allErrors: false, reportEveryBranch: true });
  const telling = ajvWith({ verbose: true });
  return (pointer) => {
    if (engine === "interpreter" || !routing.isSupportedByAjv(pointer)) return interpreter().compile(pointer);
    const reference: AnySchemaObject = { $ref: `${DOCUMENT_ID}#${formatPointerFragment(pointer)}` };
    const isValid: AjvValidator = quick().compile(reference);
    const tell = memoize((): AjvValidator => telling().compile(reference));
    const exact = memoize(() => interpreter().compile(pointer));
    return {
      isValid: (value) => {
        if (hasExactNumber(value)) return exact().isValid(value);
        budget.start(value);
        return isValid(value);
      },
      validate: (value) => {
        if (hasExactNumber(value)) return exact().validate(value);
        budget.start(value);
        if (isValid(value)) return NO_VIOLATIONS;
        const validate = tell();
        budget.start(value, MAX_VERBOSE_STEPS);
        validate(value);
        return (validate.errors ?? []).map((error) =>
          toViolation(error, { pointers, readExactValue, fallback: pointer }),
        );
      },
    };
  };
}

type Ajv = ReturnType<typeof createAjv>;

type AjvValidator = { (value: unknown): boolean; errors?: readonly ErrorObject[] | null };

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type ViolationContext = Pick<CompilerOptions, "pointers" | "readExactValue"> & { readonly fallback: Pointer };

/** Ajv names the schema of an error by the object itself, and routing knows where that stands. */
function toViolation(error: ErrorObject, { pointers, readExactValue, fallback }: ViolationContext): Violation {
  const keyword = error.keyword === "false schema" ? "false" : error.keyword;
  const schemaPointer = pointers.get(error.parentSchema ?? {}) ?? fallback;
  return {
    keyword,
    pointer: keyword === "false" ? schemaPointer : joinPointer(schemaPointer, keyword),
    schemaPointer,
    instance: error.instancePath,
    params: error.params,
    schema:
      typeof error.schema === "number"
        ? readExactValue(joinPointer(schemaPointer, keyword), error.schema)
        : error.schema,
    value: error.data,
  };
}
