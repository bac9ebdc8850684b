import type { Document } from "../../document/index.js";
import type { ClientConfig } from "../client/client-config.js";
import { moveHeaderToStart } from "../code.js";
import { type GeneratedOutput, generateOutput } from "../generate.js";
import { compileModule, convertToCommonJs } from "./compile-module.js";
import { formatPackageJson, type RuntimePackage, readPackageFacts } from "./package-json.js";
import { formatReadme } from "./readme.js";

/**
 * Generates a package that can be published: the client, its validators and the bundle of a spec, as ES modules and as CommonJS
 * modules, each with types.
 *
 * @param runtimePackage what the package depends on, unless it contains the runtime
 * @throws GenerateError as `generateOutput`
 */
export async function generatePackage(
  spec: Document,
  config: ClientConfig,
  runtimePackage: RuntimePackage,
): Promise<GeneratedOutput> {
  const { files: sources, ...output } = await generateOutput(spec, config);
  const { document, model } = output;
  const modules = await transpileSources(sources);
  const files = new Map<string, string>();
  for (const [path, text] of modules) {
    files.set(`esm/${path}`, moveHeaderToStart(text));
    // The declarations of both kinds differ only in the kind of their folder.
    const commonJs = path.endsWith(".d.ts") ? text : await convertToCommonJs(path, text);
    files.set(`cjs/${path}`, moveHeaderToStart(commonJs));
  }
  const facts = readPackageFacts(document, config.package);
  files.set("cjs/package.json", '{ "type": "commonjs" }\n');
  const bundle = sources.get("openapi.json");
  if (bundle !== undefined) files.set("openapi.json", bundle);
  files.set("package.json", formatPackageJson(facts, config, runtimePackage));
  files.set("README.md", formatReadme(document, model, facts));
  return { files, ...output };
}

/** The modules as JavaScript and declarations. `types.ts` has no values, and `operations.ts` is only for tools. */
async function transpileSources(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  for (const [path, text] of sources) {
    if (/\.(json|yaml)$/.test(path) || path === "operations.ts") continue;
    if (!/(?<!\.d)\.ts$/.test(path)) modules.set(path, text);
    else if (path === "types.ts") modules.set("types.d.ts", text);
    else {
      const { esm, declarations } = await compileModule(path, text);
      modules.set(path.replace(/\.ts$/, ".js"), esm);
      modules.set(path.replace(/\.ts$/, ".d.ts"), declarations);
    }
  }
  return modules;
}
