/** Builds the style and script of the HTML report, with their hashes for its Content-Security-Policy. */
import { join } from "node:path";
import { build } from "esbuild";
import { createPolicyHash, formatStringLiteral, readPageStyle } from "./page-module.js";

const folder = join(import.meta.dirname, "../../../src/report/html/page");

export const REPORT_PAGE_PATH = "src/report/html/page/built-page.ts";

/** Returns the text of the module with the style, the script and their hashes. */
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
    stdin: { contents: readPageStyle(folder), loader: "css" },
    target: "es2024",
  });
  const script = (scripts[0]?.text ?? "").trim();
  const style = (styles[0]?.text ?? "").trim();
  if (/<\/(script|style)/i.test(script + style))
    throw new Error("the style or script contains a closing tag, which would end it in the page");
  return `// Made by \`npm run generate\` from page.css, src/pages/base.css and script/. Do not edit it.

// biome-ignore format: one text, as JSON has it
export const REPORT_STYLE = ${formatStringLiteral(style)};

// biome-ignore format: one text, as JSON has it
export const REPORT_SCRIPT = ${formatStringLiteral(script)};

export const REPORT_STYLE_HASH = "${createPolicyHash(style)}";
export const REPORT_SCRIPT_HASH = "${createPolicyHash(script)}";
`;
}
