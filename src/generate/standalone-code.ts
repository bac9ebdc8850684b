import type { Ajv2020 } from "ajv/dist/2020.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { CodeOptions } from "ajv/dist/core.js";
import { formatPointerFragment, getOrCreate, type Json, type JsonObject, type Pointer } from "../document/index.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { createExcludedProperties } from "../schema/model/schema-model.js";
import { compilePattern } from "../schema/pattern/compile-pattern.js";
import type { SchemaRegistry } from "../schema/registry/schema-registry.js";
import { createAjv, DOCUMENT_ID } from "./ajv/ajv.js";
import { getAjvPackage } from "./ajv/ajv-package.js";
import { createAjvSupport } from "./ajv/ajv-support.js";
import { GenerateError } from "./generate-error.js";

/** Functions as source text, what they call of the runtime, and the name of the function that validates each pointer. */
export type StandaloneCode = ReturnType<typeof generateStandaloneCode>;

/**
 * The validators of some schemas as functions of one module, where a component is one function that all who refer to it
 * call.
 *
 * @param earlier code that stands in the same module, whose names must not come again.
 */
export function generateStandaloneCode(
  library: SchemaRegistry,
  direction: MessageDirection,
  { pointers: wanted, earlier }: { pointers: readonly Pointer[]; earlier: string },
) {
  const support = createAjvSupport(library, createExcludedProperties(library, direction));
  const unsupported = new Map<Pointer, string>();
  for (const pointer of wanted) {
    const reason = support.findUnsupported(pointer);
    if (reason !== undefined) unsupported.set(pointer, reason);
  }
  const createCompiler = (): Ajv2020 => {
    const ajv = createAjv(library, support, createCodeOptions());
    reserveNames(ajv, earlier);
    return ajv;
  };
  const first = createCompiler();
  const refused = findRefused(first, wanted);
  const pointers = wanted.filter((pointer) => !refused.has(pointer));
  // A refused schema leaves half of its code behind.
  const ajv = refused.size === 0 ? first : createCompiler();
  const ids = Object.fromEntries(pointers.map((pointer, index) => [`export${index}`, idOf(pointer)]));
  const generated = getAjvPackage().standalone(ajv, ids);
  const names = new Map<Pointer, string>();
  const text = generated
    .replace(/^"use strict";\n?/, "")
    .replace(/^export const export(\d+) = (\w+);\n/gm, (_line, index: string, name: string) => {
      names.set(pointers[Number(index)] ?? "", name);
      return "";
    });
  return {
    ...replaceRuntimeReferences(replaceEvaluatedAssignments(inlineSchemaValues(text, direction))),
    names,
    /** Why a schema has no function: Ajv refuses it, or one that it refers to, as invalid. */
    refused,
    /** Why the function of a schema can give another result than the checker. */
    unsupported,
  };
}

function idOf(pointer: Pointer): string {
  return `${DOCUMENT_ID}#${formatPointerFragment(pointer)}`;
}

/** Ajv refuses schemas that are invalid, such as `items` that is a list in OpenAPI 3.0. */
function findRefused(ajv: Ajv2020, pointers: readonly Pointer[]): Map<Pointer, string> {
  const refused = new Map<Pointer, string>();
  for (const pointer of pointers) {
    try {
      compileOnce(ajv, idOf(pointer));
    } catch (error) {
      refused.set(pointer, (error as Error).message.replace(/^type must be JSONType.*: (.*)$/s, 'unknown type "$1"'));
    }
  }
  return refused;
}

/** Compiles a schema. Ajv would give a schema that another one refers to a second function. */
function compileOnce(ajv: Ajv2020, id: string): void {
  const referred = ajv.schemas[DOCUMENT_ID]?.refs[id];
  // Only a boolean schema has no function.
  if (typeof referred === "object") ajv.refs[id] ??= referred as SchemaEnv;
  ajv.getSchema(id);
}

function createCodeOptions(): CodeOptions {
  const { _ } = getAjvPackage();
  const pattern = (...given: Parameters<typeof compilePattern>): ReturnType<typeof compilePattern> =>
    compilePattern(...given);
  return {
    source: true,
    esm: true,
    lines: true,
    // Ajv evaluates every function that it writes. Only their text is used, so that an empty function saves time.
    process: () => "return () => true",
    formats: _`runtime.formats`,
    regExp: Object.assign(pattern, { code: "new RegExp" }),
  };
}

function reserveNames(ajv: Ajv2020, earlier: string): void {
  const last = new Map<string, number>();
  for (const [, prefix = "", index] of earlier.matchAll(
    /^(?:const|function) (validate|wrapper|root|func|formats|pattern)(\d+)\b/gm,
  )) {
    last.set(prefix, Math.max(last.get(prefix) ?? -1, Number(index)));
  }
  for (const [prefix, index] of last) for (let taken = -1; taken < index; taken += 1) ajv.scope.name(prefix);
}

/**
 * Ajv puts every schema whole into the module, with all its prose, only to name the values of `enum` and `const` in its
 * errors. Here these values stand alone.
 */
function inlineSchemaValues(text: string, direction: MessageDirection): string {
  const schemas = new Map<string, Json>();
  const code = text.replace(/^const (schema\d+) = (.*);\n/gm, (_line, name: string, json: string) => {
    schemas.set(name, JSON.parse(json) as Json);
    return "";
  });
  const values = new Map<string, string>();
  const replaced = code.replace(
    /(?<![\w$."'])(schema\d+)((?:\.[A-Za-z_$][\w$]*|\["(?:[^"\\]|\\.)*"\]|\[\d+\])*)/g,
    (whole, name: string, path: string) => {
      const schema = schemas.get(name);
      if (schema === undefined) return whole;
      const value = JSON.stringify(getValueOnPath(schema, path));
      return getOrCreate(values, value, () => `${direction}Value${values.size}`);
    },
  );
  return [...values].map(([value, name]) => `const ${name} = ${value};\n`).join("") + replaced;
}

function getValueOnPath(schema: Json, path: string): Json {
  let value: Json | undefined = schema;
  for (const [step] of path.matchAll(/\.[\w$]+|\["(?:[^"\\]|\\.)*"\]|\[\d+\]/g)) {
    const key = step.startsWith(".") ? step.slice(1) : String(JSON.parse(step.slice(1, -1)));
    value = (value as JsonObject | undefined)?.[key];
  }
  if (value === undefined)
    throw new GenerateError(`validators cannot be made: Ajv names "${path}", where no value stands`);
  return value;
}

/**
 * With `unevaluatedProperties` every function of Ajv has a property `evaluated`. Bundlers keep such an assignment and with it
 * the function, even if it is unused. They remove an unused constant.
 */
function replaceEvaluatedAssignments(text: string): string {
  const declared = new Set<string>();
  const code = text.replace(/^(validate\d+)\.evaluated = (\{.*\});?$/gm, (_line, name: string, value: string) => {
    declared.add(name);
    return `const ${name}_evaluated = ${value};`;
  });
  const wrapped = new Map(
    [...code.matchAll(/^const (wrapper\d+) = \{validate: (validate\d+)\};$/gm)].map(([, a, b]) => [a, b]),
  );
  return code.replace(
    /^((?:(?:const|let|var) )?\w+ = )(validate\d+|(wrapper\d+)\.validate)\.evaluated(?=(?:\.\w+)?;$)/gm,
    (line, start: string, called: string, wrapper?: string) => {
      const name = wrapped.get(wrapper) ?? called;
      return declared.has(name) ? `${start}${name}_evaluated` : line;
    },
  );
}

/**
 * Turns patterns into regular expression literals, and gives each runtime function its own name. Bundlers can then remove
 * unused functions, and no code runs when the module is loaded.
 */
function replaceRuntimeReferences(text: string): { readonly text: string; readonly runtime: ReadonlySet<string> } {
  const runtime = new Set<string>();
  const code = text
    .replace(/^(const pattern\d+ = )new RegExp\(("(?:[^"\\]|\\.)*"), "(\w*)"\);$/gm, (_line, start, pattern, flags) => {
      return `${start}${compilePattern(JSON.parse(pattern), flags)};`;
    })
    .replace(/require\("ajv\/dist\/runtime\/(equal)"\)\.default/g, "runtime.$1")
    .replace(/^(const \w+ = )runtime\.(\w+)(?:\.(\w+)|\["([^"]+)"\])?;$/gm, (_line, ...groups) => {
      const [start, name, member, quoted] = groups as readonly (string | undefined)[];
      const format = member ?? quoted;
      const called = format === undefined ? `${name}` : `${name}["${format}"]`;
      runtime.add(called);
      return `${start}${getRuntimeIdentifier(called)};`;
    });
  const [left] = /^const \w+ = (require\(|runtime\b|new RegExp).*$/m.exec(code) ?? [];
  if (left !== undefined)
    throw new GenerateError(`validators cannot be made: Ajv asks for a module that the runtime does not hold: ${left}`);
  return { text: code, runtime };
}

/** The constant that holds a function of the runtime. Ajv's own names end in a number. */
export function getRuntimeIdentifier(name: string): string {
  return `runtime_${name.replaceAll(/\W+/g, "_").replace(/_$/, "")}`;
}
