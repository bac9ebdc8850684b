import type { Document, Operation, Pointer } from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { walkSchemas } from "../schema/registry/normalize-schema.js";
import { createAjvRegistry } from "./ajv/ajv.js";
import { formatSome } from "./client/client-model.js";
import { formatFileHeader, formatPropertyKey } from "./code.js";
import { loadRuntimeText } from "./runtime-text.js";
import { generateStandaloneCode, getRuntimeIdentifier, type StandaloneCode } from "./standalone-code.js";
import { formatOperationType } from "./types/operation-types.js";
import type { NamedSchema } from "./types/schema-types.js";
import {
  listSchemaExports,
  listValidatorTargets,
  type OperationTargets,
  type SchemaExport,
  type StreamTarget,
  type ValidatorLeaf,
  type ValidatorTarget,
} from "./validator-targets.js";

/**
 * Generates the validators of every request, response, parameter and webhook as one ES module without dependencies, and of named
 * schemas as Standard Schemas. It needs no Ajv and no `eval`, so that it runs under a strict content security policy.
 */
export async function generateValidators(document: Document, components: readonly NamedSchema[] = []) {
  const wantedTargets = listValidatorTargets(document);
  const ofOperations = wantedTargets.flatMap(({ operation, leaves }) =>
    leaves.flatMap(({ target }) => (target === undefined ? [] : [{ owner: operation.id, target }])),
  );
  const library = createAjvRegistry(document);
  const reach = (view: MessageDirection): ReadonlySet<Pointer> => {
    const from = ofOperations.flatMap(({ target }) => (target.view === view ? listPointers(target) : []));
    return new Set([...walkSchemas(library.root, from, () => true)].map(({ pointer }) => pointer));
  };
  const wantedSchemas = listSchemaExports(components, wantedTargets, {
    request: reach("request"),
    response: reach("response"),
  });
  const owned = [...ofOperations, ...wantedSchemas.map(({ name, target }) => ({ owner: name, target }))];
  const oneView = !library.traits.has("one-sided properties");
  const viewOf = (target: ValidatorTarget): MessageDirection => (oneView ? "response" : target.view);
  const views: readonly MessageDirection[] = oneView ? ["response"] : ["request", "response"];
  const code = new Map<MessageDirection, StandaloneCode>();
  for (const direction of views) {
    const wanted = owned.map(({ target }) => target).filter((target) => viewOf(target) === direction);
    const pointers: readonly Pointer[] = [...new Set(wanted.flatMap(listPointers))];
    const earlier = [...code.values()].map(({ text }) => text).join("");
    code.set(direction, generateStandaloneCode(library, direction, { pointers, earlier }));
  }
  const getRefused = (target: ValidatorTarget): Pointer | undefined =>
    listPointers(target).find((pointer) => code.get(viewOf(target))?.refused.has(pointer));
  const omissions = owned.flatMap(({ owner, target }) => {
    const pointer = getRefused(target);
    const reason = code.get(viewOf(target))?.refused.get(pointer ?? "");
    return pointer === undefined || reason === undefined ? [] : [{ owner, pointer, reason }];
  });
  const written = owned.filter(({ target }) => getRefused(target) === undefined);
  const notes = describeDifferences(written, (target, pointer) => code.get(viewOf(target))?.unsupported.get(pointer));
  const targets = wantedTargets.map(({ leaves, ...of }) => ({
    ...of,
    leaves: leaves.filter(({ target }) => target === undefined || getRefused(target) === undefined),
  }));
  const schemas = wantedSchemas.filter(({ target }) => getRefused(target) === undefined);
  const formatLeaf = (target: ValidatorTarget | undefined): string => {
    if (target === undefined) return "() => true";
    const nameOf = (pointer: Pointer): string => code.get(viewOf(target))?.names.get(pointer) ?? "undefined";
    const name = nameOf(target.pointer);
    return target.stream === undefined ? name : formatStreamValidator(name, target.stream, nameOf);
  };
  const hasStreams = targets.some(({ leaves }) => leaves.some(({ target }) => target?.stream !== undefined));
  const js = [
    formatFileHeader("//"),
    await formatRuntimeConstants(
      new Set([
        ...[...code.values()].flatMap(({ runtime }) => [...runtime]),
        ...(hasStreams ? ["createStreamValidator"] : []),
        ...(schemas.length > 0 ? ["createStandardSchema"] : []),
      ]),
    ),
    ...[...code.values()].map(({ text }) => text),
    formatExports(targets, formatLeaf),
    ...schemas.map(({ name, target }) => {
      const create = getRuntimeIdentifier("createStandardSchema");
      return `export const ${name} = /* @__PURE__ */ ${create}(${formatLeaf(target)});`;
    }),
  ];
  return {
    js: `${js.join("\n").trimEnd()}\n`,
    dts: generateValidatorDeclarations(targets, schemas),
    omissions,
    /** Which validators can give another result than the checker, and why. */
    notes,
  };
}

/** Says by reason which validators can decide otherwise than the checker. */
function describeDifferences(
  owned: readonly { readonly owner: string; readonly target: ValidatorTarget }[],
  findReason: (target: ValidatorTarget, pointer: Pointer) => string | undefined,
): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { owner, target } of owned)
    for (const pointer of listPointers(target)) {
      const reason = findReason(target, pointer);
      if (reason !== undefined) owners.set(reason, (owners.get(reason) ?? new Set()).add(owner));
    }
  return [...owners].map(
    ([reason, names]) => `validators.js: ${formatSome([...names])} can decide otherwise than contract check: ${reason}`,
  );
}

function listPointers({ pointer, stream }: ValidatorTarget): Pointer[] {
  if (stream === undefined) return [pointer];
  const contents = stream.contents.flatMap(({ pointer: content, conditions }) => [
    content,
    ...conditions.flatMap((it) => ("schema" in it ? [it.schema] : [])),
  ]);
  return [pointer, ...(stream.list === undefined ? [] : [stream.list]), ...contents];
}

function formatStreamValidator(
  item: string,
  { list, contents }: StreamTarget,
  nameOf: (at: Pointer) => string,
): string {
  const rows = contents.map(({ pointer, conditions }) => {
    const functions = conditions.map((it) => {
      if ("property" in it) return `(it) => Object.hasOwn(Object(it), ${JSON.stringify(it.property)})`;
      return it.isValid ? nameOf(it.schema) : `(it) => !${nameOf(it.schema)}(it)`;
    });
    return `[${[nameOf(pointer), ...functions].join(", ")}]`;
  });
  const further = [
    list === undefined ? "undefined" : nameOf(list),
    ...(rows.length > 0 ? [`[${rows.join(", ")}]`] : []),
  ];
  const given = list === undefined && rows.length === 0 ? [item] : [item, ...further];
  return `/* @__PURE__ */ ${getRuntimeIdentifier("createStreamValidator")}(${given.join(", ")})`;
}

async function formatRuntimeConstants(called: ReadonlySet<string>): Promise<string> {
  const names = [...called].sort();
  const texts = await loadRuntimeText(names);
  return names.map((name) => `const ${getRuntimeIdentifier(name)} = ${texts[name]};\n`).join("");
}

/** Each operation is a separate constant, so that bundlers can remove unused ones. */
function formatExports(targets: readonly OperationTargets[], formatLeaf: LeafFormatter): string {
  const formatRow = (key: string, value: string) => `${key}: ${value},`;
  const lines = targets.map(
    ({ leaves }, index) => `const operation${index} = ${formatTree(leaves, formatLeaf, formatRow)};\n`,
  );
  return [...lines, formatTables(targets, "export const NAME =", formatRow)].join("");
}

/** The tables of operations and webhooks, and the exports by name. */
function formatTables(
  targets: readonly OperationTargets[],
  start: string,
  formatRow: (key: string, operation: string) => string,
): string {
  const table = (name: string, kind: Operation["kind"]): string => {
    const rows = targets.flatMap(({ operation }, index) =>
      operation.kind === kind ? [`  ${formatRow(formatPropertyKey(operation.id), `operation${index}`)}\n`] : [],
    );
    return `${start.replace("NAME", name)} {\n${rows.join("")}};\n`;
  };
  const named = targets.flatMap(({ exported }, index) =>
    exported === undefined ? [] : [`operation${index} as ${exported}`],
  );
  const names = named.length === 0 ? "" : `export { ${named.join(", ")} };\n`;
  return table("validators", "path") + table("webhooks", "webhook") + names;
}

type LeafFormatter = (target: ValidatorTarget | undefined, path: readonly string[]) => string;

function formatTree(
  leaves: readonly ValidatorLeaf[],
  formatLeaf: LeafFormatter,
  formatRow: (key: string, value: string) => string,
  depth = 0,
): string {
  const indent = "  ".repeat(depth);
  const byName = groupBy(
    leaves.filter(({ path }) => path.length > depth),
    ({ path }) => path[depth] ?? "",
  );
  const lines = [...byName].map(([name, below]) => {
    const leaf = below.find(({ path }) => path.length === depth + 1);
    const value =
      leaf?.target || leaf?.isAnyBody
        ? formatLeaf(leaf.target, leaf.path)
        : formatTree(below, formatLeaf, formatRow, depth + 1);
    return `${indent}  ${formatRow(formatPropertyKey(name), value)}\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** The types of the validators' module: a body that passes is of the type that types.ts gives it. */
export function generateValidatorDeclarations(
  targets: readonly OperationTargets[],
  schemas: readonly SchemaExport[] = [],
): string {
  const formatRow = (key: string, type: string) => `readonly ${key}: ${type};`;
  const declared = targets.map(({ operation, leaves }, index) => {
    const type = formatTree(leaves, (target, path) => formatValidatorType(target, operation, path), formatRow);
    return `declare const operation${index}: ${type};\n`;
  });
  return [
    formatFileHeader("//"),
    TYPE_DECLARATIONS,
    declared.some((line) => line.includes(": StreamValidator")) ? STREAM_DECLARATION : "",
    schemas.length === 0 ? "" : STANDARD_SCHEMA_DECLARATION,
    ...declared,
    "\n",
    formatTables(targets, "export declare const NAME:", (key, operation) => formatRow(key, `typeof ${operation}`)),
    ...schemas.map(({ name, type }) => `export declare const ${name}: StandardSchema<${type}>;\n`),
  ].join("");
}

/** The types have the parsed data of events, but a validator gets the whole event. */
function formatValidatorType(
  target: ValidatorTarget | undefined,
  operation: Operation,
  path: readonly string[],
): string {
  if (target?.stream === undefined) return `Validator${formatValueType(operation, path)}`;
  const isEvents = /^text\/event-stream\b/i.test(path.at(-1) ?? "");
  return `StreamValidator${isEvents ? "" : formatValueType(operation, path)}`;
}

/** Bodies have a type in types.ts. Parameters are validated after deserialization by their schema. */
function formatValueType(operation: Operation, [part, ...rest]: readonly string[]): string {
  const keys = rest.map((key) => `[${JSON.stringify(key)}]`);
  const base = formatOperationType(operation, operation.kind === "path" ? "paths" : "events");
  if (part === "request") return `<NonNullable<${base}["requestBody"]>["content"]${keys.join("")}>`;
  if (part === "responses") {
    const [status = "", range = ""] = rest;
    const key = /^\d+$/.test(status) ? status : JSON.stringify(status);
    return `<${base}["responses"][${key}]["content"][${JSON.stringify(range)}]>`;
  }
  return "";
}

const TYPE_DECLARATIONS = `import type { components, operations, paths, webhooks as events } from "./types.js";

/** One keyword that a value did not satisfy. */
export type ValidationError = {
  /** JSON Pointer of the place in the value. */
  readonly instancePath: string;
  /** Where the keyword is in the spec. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
};

/** Whether a value satisfies a schema; when it does not, \`errors\` says why until the next call. */
export type Validator<Value = unknown> = {
  (value: unknown): value is Value;
  errors?: readonly ValidationError[] | null;
};

`;

const STREAM_DECLARATION = `/** Validates a list of items. An item of \`text/event-stream\` is an event, whose data is text as it was sent. */
export type StreamValidator<Items = readonly unknown[]> = Validator<Items> & {
  /** Validates one item. */
  readonly item: Validator<Items extends readonly (infer Item)[] ? Item : unknown>;
  /** Passes the items of a stream on, and reports the errors of each with a JSON Pointer that begins with its index. */
  readonly watch: <Item>(
    items: AsyncIterable<Item>,
    report: (pointer: string, message: string) => void,
    /** What the pointers begin with. */
    path?: string,
  ) => AsyncGenerator<Item, void>;
};

`;

const STANDARD_SCHEMA_DECLARATION = `/** A schema as Standard Schema 1 defines it, which forms, routers and other libraries accept (standardschema.dev). */
export type StandardSchema<Value> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) =>
      | { readonly value: Value; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly (string | number)[] | undefined }[] };
    /** Exists in types only. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
};

`;
