import type { Pointer } from "../../document/index.js";
import type { CollectUndeclared } from "../analysis/undeclared.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import { type CompiledSchema, getOnlySchema } from "./compiled-schema.js";
import { createScalarErrorReader, type ScalarError } from "./scalar-errors.js";
import { createSchemaCompiler } from "./schema-compiler.js";
import { type StringContent, WasmReader } from "./wasm-reader.js";

export type { ScalarError } from "./scalar-errors.js";
export type { StringContent } from "./wasm-reader.js";

/**
 * Whether neither validation nor drift has anything to say about a body, told from its bytes in one pass. No says nothing:
 * the body may be fine all the same, and has to be looked at in the ordinary way.
 */
export type BodyAcceptor = (pointer: Pointer, view: MessageDirection, content: StringContent) => boolean;

export type WasmValidator = {
  readonly accepts: BodyAcceptor;
  /** The scalars that alone keep a body from being accepted; undefined when there is more than that. */
  readonly listScalarErrors: (
    pointer: Pointer,
    view: MessageDirection,
    content: StringContent,
  ) => readonly ScalarError[] | undefined;
};

export function createBodyAcceptor(schemas: Schemas, observe: CollectUndeclared): BodyAcceptor {
  return createWasmValidator(schemas, observe).accepts;
}

export function createWasmValidator(schemas: Schemas, observe: CollectUndeclared): WasmValidator {
  const planner = createSchemaCompiler(schemas);
  const plans = {
    request: new Map<Pointer, CompiledSchema | undefined>(),
    response: new Map<Pointer, CompiledSchema | undefined>(),
  };
  let made: { readonly reader: WasmReader | undefined } | undefined;
  // It takes memory of its own, and what is never judged needs none.
  const reader = (): WasmReader | undefined => {
    made ??= { reader: tryCreateReader(schemas, observe) };
    return made.reader;
  };
  const planAt = (pointer: Pointer, view: MessageDirection): CompiledSchema | undefined => {
    const known = plans[view];
    if (!known.has(pointer)) known.set(pointer, planner(pointer, view));
    return known.get(pointer);
  };
  const shortfallsOf = {
    request: createScalarErrorReader(schemas, observe, "request"),
    response: createScalarErrorReader(schemas, observe, "response"),
  };
  return {
    accepts: (pointer, view, content) => {
      try {
        const plan = planAt(pointer, view);
        return plan !== undefined && reader()?.accepts(plan, content) === true;
      } catch {
        // Whatever keeps a part of the body from being judged keeps all of it from that, and is told then.
        return false;
      }
    },
    listScalarErrors: (pointer, view, content) => {
      try {
        const plan = planAt(pointer, view);
        const own = plan && reader();
        if (plan === undefined || own?.accepts(plan, content, true) !== true) return undefined;
        return own.readRecords().length > 0 ? shortfallsOf[view](plan, own) : NO_SCALAR_ERRORS;
      } catch {
        return undefined;
      }
    },
  };
}

/** Undefined where the machine cannot do it: then all bodies are looked at in the ordinary way. */
function tryCreateReader(schemas: Schemas, observe: CollectUndeclared): WasmReader | undefined {
  const judge = (plan: CompiledSchema, value: unknown): boolean => {
    const { direction } = plan;
    const pointer = getOnlySchema(plan);
    return (
      pointer !== undefined &&
      schemas.isValid(pointer, direction, value) &&
      observe(pointer, direction, value).length === 0
    );
  };
  try {
    return new WasmReader(judge);
  } catch {
    return undefined;
  }
}

const NO_SCALAR_ERRORS: readonly ScalarError[] = [];
