import { type Document, getParameterLocation, takeName } from "../../document/index.js";
import { formatConstant, formatDocComment, formatModule, formatTypeImport } from "../client/calls.js";
import type { ClientModel, ModelledCall } from "../client/client-model.js";
import { formatLiteral } from "../code.js";
import { listValidatorExports, listValidatorTargets } from "../validator-targets.js";

/** Generates `schemas.ts`: the validators of each operation as Standard Schemas. A bundle contains those that it imports. */
export function generateStandardSchemas(document: Document, { calls, runtime }: ClientModel): string {
  const targets = listValidatorTargets(document);
  const exported = listValidatorExports(targets.map(({ operation }) => operation));
  const taken = new Set(calls.map(({ variable }) => variable));
  const rows = calls.flatMap((call) => {
    const index = targets.findIndex(({ operation }) => operation.pointer === call.operation.pointer);
    const name = exported[index];
    const isUsed = targets[index]?.leaves.some(({ path: [part] }) => part !== "responseHeaders");
    if (name === undefined || isUsed !== true) return [];
    return [{ call, name, validators: takeName(`${call.variable}Validators`, taken) }];
  });
  const used = rows.map(({ call }) => call);
  const imported = rows.map(({ name, validators }) => `  ${name} as ${validators},\n`).join("");
  const imports = [
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    formatTypeImport(used),
    `import {\n${imported}} from "./validators.js";\n\n`,
  ];
  return formatModule(
    imports.join(""),
    rows.map(({ call, validators }) => formatSchemas(document, call, validators)),
    used,
  );
}

function formatSchemas(document: Document, call: ModelledCall, from: string): string {
  const { operation, type } = call;
  const required = operation.parameters
    .filter((it) => it.required)
    .map((it) => `${getParameterLocation(it)} ${it.name}`);
  const isBodyRequired = operation.requestBody?.required === true;
  const list = [...required, ...(isBodyRequired ? ["body"] : [])];
  const rest = list.length === 0 ? "" : `, ${formatLiteral(list)}`;
  return [
    formatDocComment(document, operation),
    `${formatConstant(call, `runtime.StandardSchemas<${type}>`)}\n`,
    `  /* @__PURE__ */ runtime.createStandardSchemas(${from}${rest});\n`,
  ].join("");
}
