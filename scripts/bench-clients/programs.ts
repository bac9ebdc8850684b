import type { ClientModel } from "../../src/generate/client/client-model.js";
import type { CallSampleContext } from "../../src/generate/package/call-sample-context.js";
import { formatSampleCall, listBrands } from "../../src/generate/package/sample-call.js";

/** A program that calls every operation with the sample of its README. It is compiled, not run. */
export function formatSamplesProgram(context: CallSampleContext, { calls }: ClientModel): string {
  const lines = calls.map((call) => `  await ${formatSampleCall(context, call)};\n`);
  const brands = listBrands(lines.join(""));
  return [
    `import type { ${["Client", ...brands].join(", ")} } from "./client.js";\n\n`,
    `export async function callAll(client: Client): Promise<void> {\n${lines.join("")}}\n`,
  ].join("");
}

/** A program that bundles one operation with the runtime. */
export function formatOneCallProgram({ calls }: ClientModel, name: string): string {
  const variable = calls.find((it) => it.name === name)?.variable ?? name;
  return [
    'import { createClient } from "./runtime/index.js";\n',
    `import { ${name} as ${variable} } from "./calls.js";\n\n`,
    `globalThis.client = createClient({ ${variable} }, { baseUrl: "https://api.example.com", signIn: "token" });\n`,
  ].join("");
}
