import { type Document, getOrCreate, memoizeByObject, type Pointer, tryCall } from "../document/index.js";
import { FORMAT_VALIDATORS } from "../schema/formats/formats.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { MissingSchemaError } from "../schema/registry/schema-registry.js";
import { createAjvRegistry } from "./ajv/ajv.js";
import { RUNTIME_NAMES } from "./runtime-text.js";
import { generateStandaloneCode, getRuntimeIdentifier } from "./standalone-code.js";
import * as runtime from "./validator-runtime.js";
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
  const registry = createAjvRegistry(document);
  const compiled = new Map<string, CompiledValidator | string>();
  const compile = (pointer: Pointer, direction: MessageDirection): CompiledValidator | string => {
    const wanted = { pointers: [pointer], earlier: "" };
    const code = tryCall(() => generateStandaloneCode(registry, direction, wanted), MissingSchemaError);
    if (code === undefined) return "the schema reaches one that cannot be used";
    const { text, names, refused, unsupported } = code;
    const reason = unsupported.get(pointer);
    if (reason !== undefined) return reason;
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
  ...runtime,
  ...Object.fromEntries(
    Object.entries(FORMAT_VALIDATORS).map(([name, it]) => [`formats[${JSON.stringify(name)}]`, it]),
  ),
};
