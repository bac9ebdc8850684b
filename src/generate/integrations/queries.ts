import type { Document } from "../../document/index.js";
import { formatDocComment, formatModule } from "../client/calls.js";
import type { ClientModel, ModelledCall } from "../client/client-model.js";

/** Generates `queries.ts`: options of TanStack Query for each operation, and for the pages of each list. */
export function generateQueries(document: Document, { calls, runtime }: ClientModel): string {
  const imports = `import * as runtime from ${JSON.stringify(runtime)};\nimport type * as calls from "./calls.js";\n\n`;
  return formatModule(
    imports,
    calls.map((call) => formatQueries(document, call)),
  );
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
