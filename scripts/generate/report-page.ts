/** Makes what the HTML report is written around: its style, its script, and the hashes by which its policy lets them through. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { createPolicyHash, formatStringLiteral } from "./page-module.js";

const folder = join(import.meta.dirname, "../../src/report/html/page");

export const REPORT_PAGE_PATH = "src/report/html/page/built-page.ts";

/** The text of the module that holds them. */
export async function buildReportPage(): Promise<string> {
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
export const REPORT_STYLE = ${formatStringLiteral(style)};

// biome-ignore format: one text, as JSON has it
export const REPORT_SCRIPT = ${formatStringLiteral(script)};

export const REPORT_STYLE_HASH = "${createPolicyHash(style)}";
export const REPORT_SCRIPT_HASH = "${createPolicyHash(script)}";
`;
}
