import { type AdminResponse, createTextResponse } from "./admin-response.js";
import { ADMIN_PAGE, ADMIN_SCRIPT_HASH, ADMIN_STYLE_HASH } from "./page/built-page.js";

/** Its one style and its one script run, it asks its own address, and nothing else may happen in it. */
const POLICY = [
  "default-src 'none'",
  `style-src '${ADMIN_STYLE_HASH}'`,
  `script-src '${ADMIN_SCRIPT_HASH}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The live page: one document that asks nobody else for anything. */
export function createPageResponse(): AdminResponse {
  return createTextResponse(ADMIN_PAGE, "text/html; charset=utf-8", { headers: { "Content-Security-Policy": POLICY } });
}
