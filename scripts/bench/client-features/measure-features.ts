/** Measures what each feature of a generated client adds to a bundle: minified by esbuild, and compressed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDocument } from "../../../src/document/index.js";
import { generateCalls } from "../../../src/generate/client/calls.js";
import { generateClientFile, generateWebhooksFile } from "../../../src/generate/client/client-file.js";
import { createClientModel } from "../../../src/generate/client/client-model.js";
import { generateQueries, generateStandardSchemas } from "../../../src/generate/integrations.js";
import { generateValidators } from "../../../src/generate/validators.js";
import { BUNDLERS } from "../bundle.js";
import { createBooksSpec } from "./books-spec.js";
import type { Feature, ProgramEdit } from "./feature-list.js";

/** The modules of the package, and those of the generated files. */
const MODULES: Readonly<Record<string, string>> = {
  runtime: "commerce-contract/runtime",
  validate: "commerce-contract/validate",
  validators: "./validators.js",
};

/** Creates the function that measures a feature: bytes after gzip, beside the program without it. @param folder where the package is installed */
export function createFeatureMeter(folder: string): (feature: Feature) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  const measure = (edit: ProgramEdit): Promise<number> => {
    const key = JSON.stringify(edit);
    const size = known.get(key) ?? measureProgram(folder, `program-${known.size}`, edit);
    known.set(key, size);
    return size;
  };
  return async ({ program, without = {} }) => (await measure(program)) - (await measure(without));
}

/** Generates the files of a program in a folder of its own and returns its size: bytes after minification and gzip. */
export async function measureProgram(parent: string, name: string, program: ProgramEdit): Promise<number> {
  const folder = join(parent, name);
  mkdirSync(folder);
  await generateFiles(folder, program);
  const { imports = {}, calls = ["getBooks"], further = "" } = program;
  const options = { baseUrl: "baseUrl", signIn: "{ token }", ...program.options };
  const set = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  const entry = join(folder, "entry.ts");
  writeFileSync(
    entry,
    [
      'import { createClient, orThrow } from "commerce-contract/runtime";',
      `import { ${calls.join(", ")} } from "./calls.ts";`,
      ...Object.entries(imports).map(
        ([file, names]) => `import { ${names} } from "${MODULES[file] ?? `./${file}.ts`}";`,
      ),
      'const baseUrl = "https://books.example";',
      "const { token, privateKey } = globalThis;",
      `globalThis.program = [createClient({ ${calls.join(", ")} }, { ${set.join(", ")} }), orThrow, ${further}];`,
    ].join("\n"),
  );
  return measureEntry(entry);
}

/** The size of everything that the runtime exports. */
export async function measureRuntime(folder: string): Promise<number> {
  const entry = join(folder, "runtime.js");
  writeFileSync(entry, 'import * as all from "commerce-contract/runtime"; globalThis.program = all;');
  return measureEntry(entry);
}

async function measureEntry(entry: string): Promise<number> {
  const { gzip, warnings } = await BUNDLERS.esbuild.bundle(entry, false);
  if (warnings.length > 0) throw new Error(`esbuild warns: ${warnings.join("; ")}`);
  return gzip;
}

async function generateFiles(folder: string, { spec, config = {}, imports = {} }: ProgramEdit): Promise<void> {
  const path = join(folder, "books.json");
  writeFileSync(path, JSON.stringify(createBooksSpec(spec)));
  const document = loadDocument(path);
  const model = createClientModel(document, config);
  if (model.omissions.length > 0) throw new Error(`not in the client: ${model.omissions[0]?.reason}`);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("calls.ts", generateCalls(document, model));
  if ("client" in imports) write("client.ts", generateClientFile(model));
  if ("queries" in imports) write("queries.ts", generateQueries(document, model));
  if ("schemas" in imports) write("schemas.ts", generateStandardSchemas(document, model));
  if ("schemas" in imports || "validators" in imports) write("validators.js", (await generateValidators(document)).js);
  if (config.webhooks !== undefined)
    write("webhooks.ts", generateWebhooksFile(document, config.webhooks, model.runtime));
}
