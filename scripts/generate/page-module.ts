import { createHash } from "node:crypto";

/** A text as a literal of a module, without what looks like a template in a text that is none. */
export function formatStringLiteral(text: string): string {
  return JSON.stringify(text).replaceAll("${", "\\u0024{");
}

/** A style or script as a Content-Security-Policy names it. */
export function createPolicyHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
