import type { Document } from "../../document/index.js";
import { formatDocComment } from "../client/calls.js";
import type { ClientModel, ModelledCall } from "../client/client-model.js";
import { formatFileHeader } from "../file-header.js";

/** Generates `queries.ts`: options of TanStack Query for each operation, and for the pages of each list. */
export function generateQueries(document: Document, { calls, runtime }: ClientModel): string {
  if (calls.length === 0) return `${formatFileHeader("//")}export {};\n`;
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    'import type * as calls from "./calls.js";\n\n',
    calls.map((call) => formatQueries(document, call)).join("\n"),
  ].join("");
}

function formatQueries(document: Document, { operation, name, traits }: ModelledCall): string {
  const described = `(typeof calls)[${JSON.stringify(name)}]`;
  const comment = formatDocComment(document, operation);
  const isQuery = /^(GET|HEAD|QUERY)$/.test(operation.method);
  const kind = isQuery ? "Query" : "Mutation";
  const type = `runtime.${kind}Factory<${JSON.stringify(name)}, ${described}>`;
  const code = `${comment}export const ${name}${kind}: ${type} =\n  /* @__PURE__ */ runtime.define${kind}(${JSON.stringify(name)});\n`;
  const [list] = traits.list ?? [];
  if (list === undefined) return code;
  return `${code}\n${comment}export const ${list}PagesQuery: runtime.PagesQueryFactory<${described}> =\n  /* @__PURE__ */ runtime.definePagesQuery(${JSON.stringify(list)});\n`;
}
