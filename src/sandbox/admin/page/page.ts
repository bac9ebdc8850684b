import { type AdminAnswer, text } from "../answer.js";
import { PAGE, SCRIPT_HASH, STYLE_HASH } from "./built-page.js";

/** Its one style and its one script run, it asks its own address, and nothing else may happen in it. */
const POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  `script-src '${SCRIPT_HASH}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The live page: one document that asks nobody else for anything. */
export function pageAnswer(): AdminAnswer {
  return text(PAGE, "text/html; charset=utf-8", { headers: { "Content-Security-Policy": POLICY } });
}
