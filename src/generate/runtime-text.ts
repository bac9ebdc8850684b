import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FORMAT_VALIDATORS } from "../schema/formats/formats.js";
import { GenerateError } from "./generate-error.js";

/** Functions of the runtime by the names that generated code has for them: `findRepeatedItem`, `formats["date-time"]`. */
export type RuntimeText = Readonly<Record<string, string>>;

/** Names of all functions that generated code may call. Formats that are regular expressions stand in that code themselves. */
export const RUNTIME_NAMES: readonly string[] = [
  ...["equal", "hasAtLeast", "hasAtMost", "isMultipleOf", "findRepeatedItem"],
  ...Object.keys(FORMAT_VALIDATORS)
    .filter((name) => !(FORMAT_VALIDATORS[name] instanceof RegExp))
    .map((name) => `formats[${JSON.stringify(name)}]`),
];

/**
 * The source text of some functions of validator-runtime.ts, each one expression with all that it imports.
 *
 * The published package carries them as a file, so that a user needs no bundler; in the repository they are made on the spot.
 */
export async function loadRuntimeText(names: readonly string[]): Promise<RuntimeText> {
  const built = fileURLToPath(new URL("./validator-runtime.json", import.meta.url));
  if (existsSync(built)) return JSON.parse(readFileSync(built, "utf8")) as RuntimeText;
  const { build } = await import("esbuild").catch((error: unknown) => {
    throw new GenerateError("validators need esbuild, which is not installed; run: npm install --save-dev esbuild", {
      cause: error,
    });
  });
  const runtime = fileURLToPath(new URL("./validator-runtime.ts", import.meta.url));
  const texts = names.map(async (name) => {
    const { outputFiles } = await build({
      stdin: { contents: createEntry(name, runtime), resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
      write: false,
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
      plugins: [
        {
          name: "only-what-is-used",
          setup: ({ onResolve, resolve }) => {
            onResolve({ filter: /./ }, async ({ path, pluginData, ...options }) => {
              if (pluginData === "resolved") return undefined;
              return { ...(await resolve(path, { ...options, pluginData: "resolved" })), sideEffects: false };
            });
          },
        },
      ],
    });
    return [name, extractExpression(outputFiles[0]?.text ?? "")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

function createEntry(name: string, runtime: string): string {
  const from = `from ${JSON.stringify(runtime)}`;
  const [, format] = /^formats\["(.*)"\]$/.exec(name) ?? [];
  if (format === undefined) return `export { ${name} as it } ${from}`;
  if (typeof FORMAT_VALIDATORS[format] === "function") return `export { ${toCamelCase(format)} as it } ${from}`;
  return `import { NUMBER_FORMATS } ${from}; export const it = NUMBER_FORMATS[${JSON.stringify(format)}]`;
}

/** A module with one export as a call of a function, which bundlers leave out where nothing uses it. */
function extractExpression(module: string): string {
  const [exported = "", name = ""] = /export \{\n {2}(\w+)(?: as it)?\n\};\n$/.exec(module) ?? [];
  const body = module
    .slice(0, module.length - exported.length)
    // Ajv notes in its functions what it generates for them.
    .replace(/^ *\w+\.code = '.*';\n/gm, "")
    .replace(/^\/\/ .*\n/gm, "")
    .trim();
  return `/* @__PURE__ */ (() => {\n${body}\nreturn ${name};\n})()`;
}

function toCamelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
