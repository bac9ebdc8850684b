/** Builds the live page of the sandbox: one HTML text from page.html, page.css and the script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { createPolicyHash, formatStringLiteral, readPageStyle } from "./page-module.js";

const folder = join(import.meta.dirname, "../../../src/sandbox/admin/page");

export const SANDBOX_PAGE_PATH = "src/sandbox/admin/page/built-page.ts";

/** Returns the text of the module with the page and the hashes for its Content-Security-Policy. */
export async function buildSandboxPage(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["script/main.ts"],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
  });
  const script = (outputFiles[0]?.text ?? "").trim().replaceAll("</script", "<\\/script");
  const style = readPageStyle(folder);
  const html = readFileSync(join(folder, "page.html"), "utf8")
    .replace("/* page.css */", () => style)
    .replace("/* script */", () => script);
  return `// Made by \`npm run generate\` from page.html, page.css, src/pages/base.css and script/. Do not edit it.

// biome-ignore format: one text, as JSON has it
export const ADMIN_PAGE = ${formatStringLiteral(html)};

export const ADMIN_STYLE_HASH = "${createPolicyHash(style)}";
export const ADMIN_SCRIPT_HASH = "${createPolicyHash(script)}";
`;
}
