import { type Document, getOrCreate, memoizeByObject, type Pointer } from "../document/index.js";
import { FORMAT_VALIDATORS } from "../schema/formats/formats.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { createExcludedProperties } from "../schema/model/schema-model.js";
import { createSchemaRegistry, MissingSchemaError } from "../schema/registry/schema-registry.js";
import { createAjvSupport } from "./ajv/ajv-support.js";
import { RUNTIME_NAMES } from "./runtime-text.js";
import { generateStandaloneCode, getRuntimeIdentifier } from "./standalone-code.js";
import {
  createStreamValidator,
  equal,
  findRepeatedItem,
  hasAtLeast,
  hasAtMost,
  isMultipleOf,
} from "./validator-runtime.js";
import { resolveAlias } from "./validator-targets.js";

export type CompiledValidator = {
  (value: unknown): boolean;
  errors?: readonly Record<"keyword" | "schemaPath", string>[] | null;
};

/**
 * Returns the generated validator of a schema, or why its result can differ from that of the checker. The text of validators.js is
 * compiled in memory, for each schema on first use.
 */
export function getCompiledValidator(
  document: Document,
  pointer: Pointer,
  direction: MessageDirection,
): CompiledValidator | string {
  return getCompiler(document)(pointer, direction);
}

type Compile = (pointer: Pointer, direction: MessageDirection) => CompiledValidator | string;

const getCompiler = memoizeByObject(createCompiler);

function createCompiler(document: Document): Compile {
  const registry = createSchemaRegistry(document.root, undefined, document.unusable);
  const compiled = new Map<string, CompiledValidator | string>();
  const support = {
    request: createAjvSupport(registry, createExcludedProperties(registry, "request")),
    response: createAjvSupport(registry, createExcludedProperties(registry, "response")),
  };
  const findUnsupported = (pointer: Pointer, direction: MessageDirection): string | undefined => {
    try {
      return support[direction].findUnsupported(pointer);
    } catch (error) {
      if (error instanceof MissingSchemaError) return "the schema reaches one that cannot be used";
      throw error;
    }
  };
  const compile = (pointer: Pointer, direction: MessageDirection): CompiledValidator | string => {
    const unsupported = findUnsupported(pointer, direction);
    if (unsupported !== undefined) return unsupported;
    const { text, names, refused } = generateStandaloneCode(registry, direction, { pointers: [pointer], earlier: "" });
    if (refused.has(pointer)) return `Ajv refuses the schema: ${refused.get(pointer)}`;
    const load = new Function(...RUNTIME_NAMES.map(getRuntimeIdentifier), `${text}\nreturn ${names.get(pointer)};`);
    return load(...RUNTIME_NAMES.map((name) => RUNTIME[name])) as CompiledValidator;
  };
  const isSymmetric = !registry.traits.has("one-sided properties");
  return (pointer, direction) => {
    const target = resolveAlias(document, pointer);
    const side = isSymmetric ? "response" : direction;
    const key = `${side} ${target}`;
    return getOrCreate(compiled, key, () => compile(target, side));
  };
}

/** What the text calls, by the names of RUNTIME_NAMES. */
const RUNTIME: Readonly<Record<string, unknown>> = {
  ...{ createStreamValidator, equal, findRepeatedItem, hasAtLeast, hasAtMost, isMultipleOf },
  ...Object.fromEntries(
    Object.entries(FORMAT_VALIDATORS).map(([name, it]) => [`formats[${JSON.stringify(name)}]`, it]),
  ),
};
