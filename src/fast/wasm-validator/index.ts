import type { Pointer } from "../../document/index.js";
import type { MarkedValue } from "../../exchange/index.js";
import type { CollectUndeclared } from "../../schema/analysis/undeclared.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import type { Schemas } from "../../schema/validation/schemas.js";
import { type CompiledSchema, getOnlySchema } from "./compiled-schema.js";
import { createScalarErrorReader, type ScalarError } from "./scalar-errors.js";
import { createSchemaCompiler, type SchemaCompiler } from "./schema-compiler.js";
import { WasmReader } from "./wasm-reader.js";

export type { ScalarError } from "./scalar-errors.js";

/**
 * Whether a body has neither violations nor drift, decided in one pass over its bytes, which are the content of a JSON string
 * with its escapes. If false, the body may still be valid and needs regular validation.
 */
export type BodyAcceptor = (pointer: Pointer, direction: MessageDirection, content: Buffer) => boolean;

export type WasmValidator = {
  readonly accepts: BodyAcceptor;
  /** The errors of scalars in a body that is valid otherwise; undefined if it needs regular validation. */
  readonly listScalarErrors: (
    pointer: Pointer,
    direction: MessageDirection,
    content: Buffer,
  ) => readonly ScalarError[] | undefined;
  /** The value of the body that was read last, without the items of its arrays (see wasm-reader.ts); undefined if it has to be parsed. */
  readonly readOutline: () => Readonly<Record<string, unknown>> | undefined;
  /** The marked values of the body that was read last; undefined if there are too many. */
  readonly readMarkedValues: () => readonly MarkedValue[] | undefined;
};

export function createWasmValidator(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmValidator {
  const cache = {
    request: new Map<Pointer, CompiledSchema | undefined>(),
    response: new Map<Pointer, CompiledSchema | undefined>(),
  };
  let compileSchema: SchemaCompiler | undefined;
  let created: { readonly reader: WasmReader | undefined } | undefined;
  // The reader allocates memory, so it is created on first use.
  const getReader = (): WasmReader | undefined => {
    created ??= { reader: tryCreateReader(schemas, collectUndeclared) };
    return created.reader;
  };
  const getCompiled = (pointer: Pointer, direction: MessageDirection): CompiledSchema | undefined => {
    const compiled = cache[direction];
    compileSchema ??= createSchemaCompiler(schemas);
    if (!compiled.has(pointer)) compiled.set(pointer, compileSchema(pointer, direction));
    return compiled.get(pointer);
  };
  const errorReaders = new Map<MessageDirection, ReturnType<typeof createScalarErrorReader>>();
  const getErrorReader = (direction: MessageDirection): ReturnType<typeof createScalarErrorReader> => {
    const known = errorReaders.get(direction) ?? createScalarErrorReader(schemas, collectUndeclared, direction);
    errorReaders.set(direction, known);
    return known;
  };
  return {
    accepts: (pointer, direction, content) => {
      try {
        const compiled = getCompiled(pointer, direction);
        return compiled !== undefined && getReader()?.accepts(compiled, content) === true;
      } catch {
        // Regular validation fails in the same way, and reports it.
        return false;
      }
    },
    listScalarErrors: (pointer, direction, content) => {
      try {
        const compiled = getCompiled(pointer, direction);
        const reader = compiled && getReader();
        if (compiled === undefined || reader?.accepts(compiled, content, true) !== true) return undefined;
        return reader.readRecords().length > 0 ? getErrorReader(direction)(compiled, reader) : NO_SCALAR_ERRORS;
      } catch {
        return undefined;
      }
    },
    readOutline: () => getReader()?.readOutline(),
    readMarkedValues: () => getReader()?.readMarkedValues(),
  };
}

/** Undefined if WebAssembly is not available; then all bodies need regular validation. */
function tryCreateReader(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmReader | undefined {
  const validate = (compiled: CompiledSchema, value: unknown): boolean => {
    const { direction } = compiled;
    const pointer = getOnlySchema(compiled);
    return (
      pointer !== undefined &&
      schemas.isValid(pointer, direction, value) &&
      collectUndeclared(pointer, direction, value).length === 0
    );
  };
  try {
    return new WasmReader(validate);
  } catch {
    return undefined;
  }
}

const NO_SCALAR_ERRORS: readonly ScalarError[] = [];
