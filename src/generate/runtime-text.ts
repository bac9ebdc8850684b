import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { GenerateError } from "./generate-error.js";

/**
 * The source text of validator-runtime.ts with all that it imports, as one constant named `runtime`.
 *
 * The published package carries it as a file, so that a user needs no bundler; in the repository it is made on the spot.
 */
export async function runtimeText(): Promise<string> {
  const built = fileURLToPath(new URL("./validator-runtime.js", import.meta.url));
  if (existsSync(built)) return readFileSync(built, "utf8");
  const esbuild = await import("esbuild").catch((error: unknown) => {
    throw new GenerateError("validators need esbuild, which is not installed; run: npm install --save-dev esbuild", {
      cause: error,
    });
  });
  const { outputFiles } = await esbuild.build({
    write: false,
    entryPoints: [fileURLToPath(new URL("./validator-runtime.ts", import.meta.url))],
    ...RUNTIME_BUILD,
  });
  return outputFiles[0]?.text ?? "";
}

/** How the runtime is built, here and for the published package. */
export const RUNTIME_BUILD = {
  bundle: true,
  format: "iife",
  globalName: "runtime",
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
} satisfies BuildOptions;
