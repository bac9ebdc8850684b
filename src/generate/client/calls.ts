import { asObject, asString, type Document, type Operation, valueAt } from "../../document/index.js";
import { type CodeValue, formatFileHeader, formatLiteral } from "../code.js";
import type { ClientModel, ModelledCall } from "./client-model.js";

/**
 * Generates `calls.ts`: one constant for each operation, with only the data that the client needs at run time. A bundle
 * contains the constants that a program imports, and the functions of the runtime that they name.
 */
export function generateCalls(document: Document, { calls, schemes, runtime }: ClientModel): string {
  const rows = calls.map((call) => formatCall(document, call));
  const constants = Object.entries(schemes)
    .map(([name, value]) => `const ${name}: runtime.CredentialScheme = ${formatLiteral(value, "", 40)};\n`)
    .join("");
  const isUsed = /\bruntime\.(?!DescribedCall\b|CallOptions\b|CredentialScheme\b)/.test(constants + rows.join(""));
  const imports = `import ${isUsed ? "" : "type "}* as runtime from ${JSON.stringify(runtime)};\n${formatTypeImport(calls)}`;
  return formatModule(`${imports}\n${constants === "" ? "" : `${constants}\n`}`, rows, calls);
}

/** A module of declarations. Those of calls are exported at its end if their variables have other names. */
export function formatModule(start: string, rows: readonly string[], calls: readonly ModelledCall[] = []): string {
  const reserved = calls.flatMap(({ name, variable }) => (name === variable ? [] : [`${variable} as ${name}`]));
  return [
    formatFileHeader("//"),
    rows.length === 0 ? "export {};\n" : start + rows.join("\n"),
    reserved.length === 0 ? "" : `\nexport { ${reserved.join(", ")} };\n`,
  ].join("");
}

export function formatTypeImport(calls: readonly ModelledCall[]): string {
  const used = ["operations", "paths"].filter((name) => calls.some(({ type }) => type.startsWith(`${name}[`)));
  return used.length === 0 ? "" : `import type { ${used.join(", ")} } from "./types.js";\n`;
}

/** The start of the constant of a call. One whose variable has another name is exported at the end of its module. */
export function formatConstant({ name, variable }: ModelledCall, type: string): string {
  return `${name === variable ? "export " : ""}const ${variable}: ${type} =`;
}

function formatCall(document: Document, call: ModelledCall): string {
  const { operation, type, optionsType, row } = call;
  const options = `export type ${optionsType} = runtime.CallOptions<${type}${formatTraits(call.optionTraits)}>;\n`;
  const more = `${type}, ${optionsType}${formatTraits(call.traits)}`;
  const described = `runtime.DescribedCall<${JSON.stringify(row.call)}, ${more}>`;
  const declared = `${formatConstant(call, described)} `;
  return `${formatDocComment(document, operation)}${declared}${formatLiteral(row as CodeValue, "", declared.length)};\n${options}`;
}

function formatTraits(traits: ModelledCall["traits"]): string {
  const members = Object.entries(traits).map(
    ([trait, names]) => `${trait}: ${names.map((it) => JSON.stringify(it)).join(" | ")}`,
  );
  return members.length === 0 ? "" : `, { ${members.join("; ")} }`;
}

/** Formats the summary and description of an operation as a comment, for editors. */
export function formatDocComment(document: Document, { pointer, method, path }: Operation): string {
  const { summary, description, deprecated } = asObject(valueAt(document.root, pointer)) ?? {};
  const lines = [
    asString(summary) ?? "",
    asString(description) ?? "",
    `\`${method} ${path}\``,
    deprecated === true ? "@deprecated" : "",
  ]
    .filter((text) => text !== "")
    .flatMap((text) => ["", ...text.trimEnd().split(/\r?\n/)])
    .slice(1)
    .map((line) => ` * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return `/**\n${lines.join("\n")}\n */\n`;
}
