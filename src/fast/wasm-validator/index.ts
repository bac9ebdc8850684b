import type { Pointer } from "../../document/index.js";
import type { MarkedValue } from "../../exchange/index.js";
import type { CollectUndeclared } from "../../schema/analysis/undeclared.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import type { Schemas } from "../../schema/validation/schemas.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { createScalarErrorReader, type ScalarError } from "./scalar-errors.js";
import { createSchemaCompiler } from "./schema-compiler.js";
import { WasmReader } from "./wasm-reader.js";

export type { ScalarError } from "./scalar-errors.js";

/** Checks bodies in one pass over their bytes, which are the content of a JSON string with its escapes. */
export type WasmValidator = {
  /** The errors of scalars in a body that has no others, and no other drift; undefined if it needs regular validation. */
  readonly listScalarErrors: (
    pointer: Pointer,
    direction: MessageDirection,
    content: Buffer,
  ) => readonly ScalarError[] | undefined;
  /** The value of the body that was read last, without the items of its arrays (see wasm-reader.ts); undefined if it has to be parsed. */
  readonly readOutline: () => Readonly<Record<string, unknown>> | undefined;
  /** The marked values of the body that was read last. */
  readonly readMarkedValues: () => readonly MarkedValue[] | undefined;
};

export function createWasmValidator(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmValidator {
  // The compiler and the reader need memory, so they are created on first use.
  let created: ReturnType<typeof createParts> | undefined;
  return {
    listScalarErrors: (pointer, direction, content) => {
      try {
        created ??= createParts(schemas, collectUndeclared);
        const { compile, reader, readScalarErrors } = created;
        const compiled = compile(pointer, direction);
        const result = compiled && reader?.read(compiled, content);
        if (result === "conforms") return NO_SCALAR_ERRORS;
        return compiled && reader && result === "has errors" ? readScalarErrors(compiled, reader) : undefined;
      } catch {
        // Regular validation fails in the same way, and reports it.
        return undefined;
      }
    },
    readOutline: () => created?.reader?.readOutline(),
    readMarkedValues: () => created?.reader?.readMarkedValues(),
  };
}

const NO_SCALAR_ERRORS: readonly ScalarError[] = [];

function createParts(schemas: Schemas, collectUndeclared: CollectUndeclared) {
  return {
    compile: createSchemaCompiler(schemas),
    reader: tryCreateReader(schemas, collectUndeclared),
    readScalarErrors: createScalarErrorReader(schemas, collectUndeclared),
  };
}

/** Undefined if WebAssembly is not available; then all bodies need regular validation. */
function tryCreateReader(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmReader | undefined {
  const validate = ({ pointers, direction }: CompiledSchema, value: unknown): boolean =>
    pointers.every((pointer) => {
      const conformity = schemas.assess(pointer, direction, value);
      // Data that one of several schemas does not document may be documented by another.
      if (conformity !== "valid" || pointers.length > 1) return conformity === "documented";
      return collectUndeclared(pointer, direction, value).length === 0;
    });
  try {
    return new WasmReader(validate);
  } catch {
    return undefined;
  }
}
