import type { Operation } from "../document/index.js";
import { formatFileHeader } from "./file-header.js";
import { formatPathType, getTypeName } from "./types/convert-for-types.js";
import { formatPropertyKey } from "./typescript-names.js";
import { listValidatorExports } from "./validator-exports.js";
import {
  isValidatorTarget,
  type OperationTargets,
  type ValidatorTarget,
  type ValidatorTree,
} from "./validator-targets.js";

/** The types of the validators' module: a body that passes is of the type that types.ts gives it. */
export function generateValidatorDeclarations(targets: readonly OperationTargets[]): string {
  const declared = targets.map(
    ({ operation, tree }, index) => `declare const operation${index}: ${formatTreeType(tree, operation, [])};\n`,
  );
  const named = listValidatorExports(targets.map(({ operation }) => operation)).flatMap((name, index) =>
    name === undefined ? [] : [`operation${index} as ${name}`],
  );
  const table = (kind: "path" | "webhook"): string =>
    targets
      .flatMap(({ operation }, index) =>
        operation.kind === kind ? [`  readonly ${formatPropertyKey(operation.id)}: typeof operation${index};\n`] : [],
      )
      .join("");
  return [
    formatFileHeader("//"),
    TYPE_DECLARATIONS,
    declared.some((line) => line.includes(": StreamValidator")) ? STREAM_DECLARATION : "",
    ...declared,
    `\nexport declare const validators: {\n${table("path")}};\n`,
    `export declare const webhooks: {\n${table("webhook")}};\n`,
    `export { ${named.join(", ")} };\n`,
  ].join("");
}

function formatTreeType(tree: ValidatorTree, operation: Operation, path: readonly string[]): string {
  const indent = "  ".repeat(path.length);
  const lines = Object.entries(tree).map(([name, branch]) => {
    const here = [...path, name];
    const type = isValidatorTarget(branch)
      ? formatValidatorType(branch, operation, here)
      : formatTreeType(branch, operation, here);
    return `${indent}  readonly ${formatPropertyKey(name)}: ${type};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** The types have the parsed data of events, but a validator gets the whole event. */
function formatValidatorType({ stream }: ValidatorTarget, operation: Operation, path: readonly string[]): string {
  if (stream === undefined) return `Validator${formatValueType(operation, path)}`;
  const isEvents = /^text\/event-stream\b/i.test(path.at(-1) ?? "");
  return `StreamValidator${isEvents ? "" : formatValueType(operation, path)}`;
}

/** Bodies have a type in types.ts. Parameters are validated after deserialization by their schema. */
function formatValueType(operation: Operation, [part, ...rest]: readonly string[]): string {
  const keys = rest.map((key) => `[${JSON.stringify(key)}]`);
  const base = formatOperationType(operation);
  if (part === "request") return `<NonNullable<${base}["requestBody"]>["content"]${keys.join("")}>`;
  if (part === "responses") {
    const [status = "", range = ""] = rest;
    const key = /^\d+$/.test(status) ? status : JSON.stringify(status);
    return `<${base}["responses"][${key}]["content"][${JSON.stringify(range)}]>`;
  }
  return "";
}

function formatOperationType(operation: Operation): string {
  const { id, kind, path, method } = operation;
  if (id !== `${method} ${path}`) return `operations[${JSON.stringify(getTypeName(id))}]`;
  return formatPathType(operation, kind === "path" ? "paths" : "events");
}

const TYPE_DECLARATIONS = `import type { operations, paths, webhooks as events } from "./types.js";

/** One keyword that a value did not satisfy. */
export type ValidationError = {
  /** JSON Pointer of the place in the value. */
  readonly instancePath: string;
  /** Where the keyword stands in the description. */
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
