import { type Document, formatLocation, type Json, type Pointer, type SourceLocation } from "../../document/index.js";
import { memoize, memoizeByObject } from "../../document/memoize.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import {
  createDirectionTest,
  createExcludedProperties,
  createSchemaModel,
  type ExcludedProperties,
  type SchemaModel,
} from "../model/schema-model.js";
import { createSchemaRegistry, type ExternalSchemas, MissingSchemaError } from "../registry/schema-registry.js";
import { DRIFT, KeywordError, ValidationBudget } from "./interpreter/evaluation.js";
import { Interpreter, type SchemaValidator } from "./interpreter/interpreter.js";
import { SchemaError } from "./schema-error.js";
import type { Violation } from "./violation.js";

export type { Violation } from "./violation.js";

/** The schemas of a document, compiled on first use. */
export type Schemas = {
  readonly document: Document;
  /** The spec with its schemas normalized to JSON Schema 2020-12 (see normalize-schema.ts). */
  readonly root: Json;
  /** What the schemas mean, for everything that does not validate. */
  readonly model: SchemaModel;
  /** Why keywords are ignored or read differently than written, by pointer. */
  readonly reinterpreted: ReadonlyMap<Pointer, string>;
  /** Whether no schema differs by direction. */
  readonly isSymmetric: boolean;
  readonly differsByDirection: (pointer: Pointer) => boolean;
  /** The properties that messages of a direction do not contain. */
  readonly excluded: (direction: MessageDirection) => ExcludedProperties;
  /** The violations of a value against the schema at a pointer; empty if it is valid. */
  readonly validate: (pointer: Pointer, direction: MessageDirection, value: unknown) => readonly Violation[];
  /** Whether `validate` would return no violations, decided faster. */
  readonly isValid: (pointer: Pointer, direction: MessageDirection, value: unknown) => boolean;
  /** Whether a value is valid, and whether it then certainly has no undocumented data (see undeclared.ts). */
  readonly assess: (pointer: Pointer, direction: MessageDirection, value: unknown) => Conformity;
};

/** `documented`: valid, without undocumented data. `valid`: may have some. */
export type Conformity = "documented" | "valid" | "invalid";

export type SchemasOptions = {
  /** Schemas by URI that the spec may reference without including them. */
  readonly externalSchemas?: ExternalSchemas;
  /** Whether `format` is validated, as OpenAPI users expect, or an annotation, as in JSON Schema. */
  readonly formatMode?: "assertion" | "annotation";
};

/** Loads the schemas of a document. `validate` and `isValid` throw a {@link SchemaError} if a schema does not compile. */
export function createSchemas(
  document: Document,
  { externalSchemas, formatMode = "assertion" }: SchemasOptions = {},
): Schemas {
  const registry = createSchemaRegistry(document.root, externalSchemas, document.unusable);
  const budget = new ValidationBudget();
  const differsByDirection = createDirectionTest(registry);
  const model = createSchemaModel(registry.root);
  const excluded = {
    request: createExcludedProperties(registry, "request", model),
    response: createExcludedProperties(registry, "response", model),
  };
  const assertFormats = formatMode === "assertion";
  const getInterpreter = memoize(
    (direction: MessageDirection) =>
      new Interpreter(registry, { excluded: excluded[direction], assertFormats, budget }),
  );
  const compile = (pointer: Pointer, direction: MessageDirection): SchemaValidator | SchemaError => {
    try {
      return getInterpreter(direction).compile(pointer);
    } catch (cause) {
      return new SchemaError({ pointer, location: document.locate(pointer), cause });
    }
  };
  const getResponseValidator = memoize((pointer: Pointer) => compile(pointer, "response"));
  const getRequestValidator = memoize((pointer: Pointer) =>
    // A schema that does not differ by direction is compiled once, for responses.
    differsByDirection(pointer) ? compile(pointer, "request") : getResponseValidator(pointer),
  );
  const use: ValidatorUse = (pointer, direction, apply) => {
    const validator = direction === "request" ? getRequestValidator(pointer) : getResponseValidator(pointer);
    if (validator instanceof SchemaError) throw validator;
    try {
      return apply(validator);
    } catch (error) {
      throw addLocation(error, pointer, document.locate(pointer));
    }
  };
  return {
    document,
    root: registry.root,
    model,
    reinterpreted: registry.reinterpreted,
    isSymmetric: !registry.traits.has("one-sided properties"),
    differsByDirection,
    excluded: (direction) => excluded[direction],
    isValid: (pointer, direction, value) => use(pointer, direction, (it) => it.isValid(value)),
    validate: (pointer, direction, value) => use(pointer, direction, (it) => it.validate(value)),
    assess: (pointer, direction, value) =>
      toConformity(
        use(pointer, direction, (it) => it.findDrift(value)),
        direction,
      ),
  };
}

/** The schemas of a document, with default options: the same for everything that reads it. */
export const getSchemas = memoizeByObject((document: Document) => createSchemas(document));

/** Applies the validator of a schema, and adds the location of the schema to errors. */
type ValidatorUse = <Result>(
  pointer: Pointer,
  direction: MessageDirection,
  apply: (validator: SchemaValidator) => Result,
) => Result;

function toConformity(drift: number | undefined, direction: MessageDirection): Conformity {
  if (drift === undefined) return "invalid";
  const marks = direction === "request" ? DRIFT.readOnly : DRIFT.writeOnly;
  return (drift & (DRIFT.undeclared | marks)) === 0 ? "documented" : "valid";
}

function addLocation(error: unknown, pointer: Pointer, location: SourceLocation): unknown {
  if (error instanceof CannotValidateError)
    return new CannotValidateError(`${formatLocation(location)}: ${error.message}`);
  // The target of a dynamic reference compiles during validation, and can then turn out to be invalid or missing.
  const isSchemaInvalid =
    error instanceof KeywordError || error instanceof SyntaxError || error instanceof MissingSchemaError;
  return isSchemaInvalid ? new SchemaError({ pointer, location, cause: error }) : error;
}
