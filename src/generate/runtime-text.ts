import { fileURLToPath } from "node:url";
import { FORMAT_VALIDATORS } from "../schema/formats/formats.js";
import { readBuiltTexts } from "./built-file.js";
import { GenerateError } from "./generate-error.js";

/** Names of all functions that generated code may call. Formats that are regular expressions are inlined instead. */
export const RUNTIME_NAMES: readonly string[] = [
  ...["equal", "hasAtLeast", "hasAtMost", "isMultipleOf", "findRepeatedItem", "createStreamValidator"],
  "createStandardSchema",
  ...Object.keys(FORMAT_VALIDATORS)
    .filter((name) => !(FORMAT_VALIDATORS[name] instanceof RegExp))
    .map((name) => `formats[${JSON.stringify(name)}]`),
];

/**
 * Returns the source text of functions of validator-runtime.ts, each as one expression that includes its imports.
 *
 * The published package contains them as a file, so that users need no bundler. In the repository they are built on demand.
 */
export async function loadRuntimeText(names: readonly string[]) {
  const built = readBuiltTexts("validator-runtime");
  if (built !== undefined) return built;
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

/** Wraps a module with one export in a function call, which bundlers remove if it is unused. */
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
