import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBuiltTexts } from "../built-file.js";
import { formatFileHeader } from "../code.js";
import { compileModule } from "../package/compile-module.js";

/**
 * Returns the modules of the runtime, by path, each as JavaScript with declarations. The published package contains them as a
 * file. In the repository they are made from the sources.
 */
export function loadRuntimeModules(): Promise<ReadonlyMap<string, string>> {
  modules ??= readModules();
  return modules;
}

let modules: Promise<ReadonlyMap<string, string>> | undefined;

async function readModules(): Promise<ReadonlyMap<string, string>> {
  const built = readBuiltTexts("client-runtime");
  if (built !== undefined) return new Map(Object.entries(built));
  const folder = fileURLToPath(new URL("../../client", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !UNUSED.test(path))
    .sort();
  const found = await Promise.all(
    sources.map(async (path) => {
      const text = readFileSync(join(folder, path), "utf8");
      const { esm, declarations } = await compileModule(`runtime/${path}`, text);
      const base = `runtime/${path.replaceAll("\\", "/").replace(/\.ts$/, "")}`;
      return [
        [`${base}.js`, formatFileHeader("//") + esm],
        [`${base}.d.ts`, formatFileHeader("//") + declarations],
      ] as const;
    }),
  );
  return new Map(found.flat());
}

/** Sources that no generated file imports. */
const UNUSED = /^(json-patch\/|validate-calls\.ts$|openapi-fetch)/;
