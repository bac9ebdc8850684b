/** Makes what the HTML report is written around: its style, its script, and the hashes by which its policy lets them through. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { hash, literal } from "./page-text.js";

const folder = join(import.meta.dirname, "../src/report/page");

export const REPORT_PAGE = "src/report/page/built-page.ts";

/** The text of the module that holds them. */
export async function reportPage(): Promise<string> {
  const options = { absWorkingDir: folder, bundle: true, write: false, minify: true, charset: "ascii" } as const;
  const { outputFiles: scripts } = await build({
    ...options,
    entryPoints: ["script/main.ts"],
    format: "iife",
    target: "es2022",
    legalComments: "none",
  });
  const { outputFiles: styles } = await build({
    ...options,
    stdin: { contents: readFileSync(join(folder, "page.css"), "utf8"), loader: "css" },
    target: "es2024",
  });
  const script = (scripts[0]?.text ?? "").trim();
  const style = (styles[0]?.text ?? "").trim();
  if (/<\/(script|style)/i.test(script + style)) throw new Error("the page would end in its own script or style");
  return `// Made by \`npm run generate\` from page.css and script/. Do not edit it.

// biome-ignore format: one text, as JSON has it
export const STYLE = ${literal(style)};

// biome-ignore format: one text, as JSON has it
export const SCRIPT = ${literal(script)};

export const STYLE_HASH = "${hash(style)}";
export const SCRIPT_HASH = "${hash(script)}";
`;
}
