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

/** The schemas of a document, compiled on first use. */
export type Schemas = {
  readonly document: Document;
  /** The spec with its schemas normalized to JSON Schema 2020-12 (see normalize-schema.ts). */
  readonly root: Json;
  /** Why keywords are ignored or read differently than written, by pointer. */
  readonly reinterpreted: ReadonlyMap<Pointer, string>;
  /** The violations of a value against the schema at a pointer; empty if it is valid. */
  readonly validate: (pointer: Pointer, direction: MessageDirection, value: unknown) => readonly Violation[];
  /** Whether `validate` would return no violations, decided faster. */
  readonly isValid: (pointer: Pointer, direction: MessageDirection, value: unknown) => boolean;
};

export type SchemasOptions = {
  /** Schemas by URI that the spec may reference without including them. */
  readonly externalSchemas?: ExternalSchemas;
  /** Whether `format` is validated, as OpenAPI users expect, or an annotation, as in JSON Schema. */
  readonly formatMode?: "assertion" | "annotation";
  /** The fastest engine that validates a schema correctly, or always the interpreter (to compare them). */
  readonly engine?: "fastest" | "interpreter";
};

const NO_VIOLATIONS: readonly Violation[] = [];

/** Loads the schemas of a document. `validate` and `isValid` throw a {@link SchemaError} if a schema does not compile. */
export function createSchemas(document: Document, options: SchemasOptions = {}): Schemas {
  const registry = createSchemaRegistry(document.root, options.externalSchemas, document.unusable);
  const compilers = new Map<MessageDirection, (pointer: Pointer) => SchemaValidator>();
  const compiled = { request: new Map<Pointer, SchemaValidator>(), response: new Map<Pointer, SchemaValidator>() };
  const errors = { request: new Map<Pointer, SchemaError>(), response: new Map<Pointer, SchemaError>() };
  const pointers = new Map<object, Pointer>();
  const readExactValue = createExactValueReader(document);
  const budget = createValidationBudget();
  const differsByDirection = createDirectionTest(registry);
  const getValidator = (pointer: Pointer, direction: MessageDirection): SchemaValidator => {
    const cached = compiled[direction].get(pointer);
    if (cached !== undefined) return cached;
    const cachedError = errors[direction].get(pointer);
    if (cachedError !== undefined) throw cachedError;
    // A schema that does not differ by direction is compiled once, for responses.
    const shared = differsByDirection(pointer) ? direction : "response";
    const compile =
      compilers.get(shared) ?? createCompiler(registry, shared, { ...options, pointers, readExactValue, budget });
    compilers.set(shared, compile);
    try {
      const validator = compiled[shared].get(pointer) ?? compile(pointer);
      compiled[shared].set(pointer, validator);
      compiled[direction].set(pointer, validator);
      return validator;
    } catch (cause) {
      const error = new SchemaError({ pointer, location: document.locate(pointer), cause });
      errors[direction].set(pointer, error);
      throw error;
    }
  };
  return {
    document,
    root: registry.root,
    reinterpreted: registry.reinterpreted,
    isValid: (pointer, direction, value) => {
      const validator = getValidator(pointer, direction);
      try {
        return validator.isValid(value);
      } catch (error) {
        throw addLocation(error, pointer, document.locate(pointer));
      }
    },
    validate: (pointer, direction, value) => {
      const validator = getValidator(pointer, direction);
      try {
        return validator.validate(value);
      } catch (error) {
        throw addLocation(error, pointer, document.locate(pointer));
      }
    },
  };
}

function addLocation(error: unknown, pointer: Pointer, location: SourceLocation): unknown {
  if (error instanceof CannotValidateError)
    return new CannotValidateError(`${formatLocation(location)}: ${error.message}`);
  // The target of a dynamic reference compiles during validation, and can then turn out to be invalid or missing.
  const isSchemaInvalid =
    error instanceof KeywordError || error instanceof SyntaxError || error instanceof MissingSchemaError;
  return isSchemaInvalid ? new SchemaError({ pointer, location, cause: error }) : error;
}

/** The limit while violations are collected, because each step may add one. */
const MAX_VERBOSE_STEPS = 5_000_000;

type CompilerOptions = SchemasOptions & {
  readonly pointers: Map<object, Pointer>;
  readonly readExactValue: ExactValueReader;
  readonly budget: ValidationBudget;
};

/**
 * Compiles schemas with Ajv where it is correct, which is nearly everywhere. The interpreter handles the other schemas, and
 * values with a number that no double represents.
 *
 * There are two Ajv instances. One stops at the first error, because most values are valid. The other collects all errors;
 * its code takes several times the memory, so a schema is compiled with it only for the first invalid value.
 */
function createCompiler(
  registry: SchemaRegistry,
  direction: MessageDirection,
  options: CompilerOptions,
): (pointer: Pointer) => SchemaValidator {
  const { formatMode = "assertion", engine = "fastest", pointers, readExactValue, budget } = options;
  const excluded = createExcludedProperties(registry, direction);
  const selection = createEngineSelection(registry, excluded, pointers);
  const assertFormats = formatMode === "assertion";
  const { spendStep } = budget;
  const getInterpreter = memoize(() => new Interpreter(registry, { excluded, assertFormats, readExactValue, budget }));
  const createLazyAjv = (ajvOptions: AjvOptions): (() => Ajv) =>
    memoize(() =>
      createAjv(registry, selection, {
        validateFormats: assertFormats,
        code: { regExp: compileBoundedPattern },
        spendStep,
        ...ajvOptions,
      }),
    );
  const fastAjv = createLazyAjv({ allErrors: false, reportEveryBranch: true });
  const verboseAjv = createLazyAjv({ verbose: true });
  return (pointer) => {
    if (engine === "interpreter" || !selection.isSupportedByAjv(pointer)) return getInterpreter().compile(pointer);
    const reference: AnySchemaObject = { $ref: `${DOCUMENT_ID}#${formatPointerFragment(pointer)}` };
    const isValid: AjvValidator = fastAjv().compile(reference);
    const getVerboseValidator = memoize((): AjvValidator => verboseAjv().compile(reference));
    const getInterpreted = memoize(() => getInterpreter().compile(pointer));
    return {
      isValid: (value) => {
        if (hasExactNumber(value)) return getInterpreted().isValid(value);
        budget.start(value);
        return isValid(value);
      },
      validate: (value) => {
        if (hasExactNumber(value)) return getInterpreted().validate(value);
        budget.start(value);
        if (isValid(value)) return NO_VIOLATIONS;
        const validate = getVerboseValidator();
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

function memoize<T>(create: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
}

type ViolationContext = Pick<CompilerOptions, "pointers" | "readExactValue"> & { readonly fallback: Pointer };

/** Converts an Ajv error. Ajv refers to the schema by the object, for which `pointers` has the pointer. */
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
