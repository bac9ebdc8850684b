import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Formats a text as a string literal. `${` is escaped because the linter reports it as a misplaced template. */
export function formatStringLiteral(text: string): string {
  return JSON.stringify(text).replaceAll("${", "\\u0024{");
}

/** Returns the hash of a style or script for a Content-Security-Policy. */
export function createPolicyHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Returns the rules that all pages share, followed by those of the page in a folder. */
export function readPageStyle(folder: string): string {
  const paths = [join(import.meta.dirname, "../../../src/pages/base.css"), join(folder, "page.css")];
  return paths.map((path) => readFileSync(path, "utf8")).join("\n");
}
