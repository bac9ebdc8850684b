import type { ClientModel, ModelledCall } from "../../../src/generate/client/client-model.js";
import { formatSampleCall, listBrands } from "../../../src/generate/package/readme.js";
import type { SampleContext } from "../../../src/samples/sample-context.js";

/** A program that calls every operation with the sample of its README. It is compiled, not run. */
export function formatSamplesProgram(context: SampleContext, { calls }: ClientModel): string {
  const lines = calls.map((call) => `  await ${formatSampleCall(context, call)};\n`);
  const brands = listBrands(lines.join(""));
  return [
    `import type { ${["Client", ...brands].join(", ")} } from "./client.js";\n\n`,
    `export async function callAll(client: Client): Promise<void> {\n${lines.join("")}}\n`,
  ].join("");
}

/** A program that bundles one operation with the runtime. */
export function formatOneCallProgram({ name, variable }: ModelledCall): string {
  return [
    'import { createClient } from "./runtime/index.js";\n',
    `import { ${name === variable ? name : `${name} as ${variable}`} } from "./calls.js";\n\n`,
    `const client = createClient({ ${variable} }, { baseUrl: "https://api.example.com", signIn: {} });\n`,
    "console.log(client);\n",
  ].join("");
}
