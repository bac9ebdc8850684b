import { type Document, getParameterLocation } from "../../document/index.js";
import { formatDocComment } from "../client/calls.js";
import type { ClientModel, ModelledCall } from "../client/client-model.js";
import { pickFreeName } from "../client/operation-names.js";
import { formatFileHeader } from "../file-header.js";
import { formatLiteral } from "../literal.js";
import { listValidatorExports } from "../validator-exports.js";
import { listValidatorTargets } from "../validator-targets.js";

/** Generates `schemas.ts`: the validators of each operation as Standard Schemas. A bundle contains those that it imports. */
export function generateStandardSchemas(document: Document, { calls, runtime }: ClientModel): string {
  const targets = listValidatorTargets(document);
  const exported = listValidatorExports(targets.map(({ operation }) => operation));
  const taken = new Set(calls.map(({ variable }) => variable));
  const rows = calls.flatMap((call) => {
    const index = targets.findIndex(({ operation }) => operation.pointer === call.operation.pointer);
    const name = exported[index];
    const isUsed = Object.keys(targets[index]?.tree ?? {}).some((part) => part !== "responseHeaders");
    if (name === undefined || !isUsed) return [];
    const validators = pickFreeName(`${call.variable}Validators`, taken);
    taken.add(validators);
    return [{ call, name, validators }];
  });
  const types = ["operations", "paths"].filter((name) => rows.some(({ call }) => call.type.startsWith(`${name}[`)));
  if (rows.length === 0) return `${formatFileHeader("//")}export {};\n`;
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    `import type { ${types.join(", ")} } from "./types.js";\n`,
    `import {\n${rows.map(({ name, validators }) => `  ${name} as ${validators},\n`).join("")}} from "./validators.js";\n\n`,
    rows.map(({ call, validators }) => formatSchemas(document, call, validators)).join("\n"),
    formatReservedNames(rows.map(({ call }) => call)),
  ].join("");
}

function formatSchemas(document: Document, { operation, name, variable, type }: ModelledCall, from: string): string {
  const required = operation.parameters
    .filter((it) => it.required)
    .map((it) => `${getParameterLocation(it)} ${it.name}`);
  const isBodyRequired = operation.requestBody?.required === true;
  const list = [...required, ...(isBodyRequired ? ["body"] : [])];
  const rest = list.length === 0 ? "" : `, ${formatLiteral(list)}`;
  return [
    formatDocComment(document, operation),
    `${name === variable ? "export " : ""}const ${variable}: runtime.StandardSchemas<${type}> =\n`,
    `  /* @__PURE__ */ runtime.createStandardSchemas(${from}${rest});\n`,
  ].join("");
}

/** The exports of constants whose variables have other names than their operations. */
export function formatReservedNames(calls: readonly ModelledCall[]): string {
  const names = calls.flatMap(({ name, variable }) => (name === variable ? [] : [`${variable} as ${name}`]));
  return names.length === 0 ? "" : `\nexport { ${names.join(", ")} };\n`;
}
