import { createHash } from "node:crypto";

/** Formats a text as a string literal. `${` is escaped because the linter reports it as a misplaced template. */
export function formatStringLiteral(text: string): string {
  return JSON.stringify(text).replaceAll("${", "\\u0024{");
}

/** Returns the hash of a style or script for a Content-Security-Policy. */
export function createPolicyHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
