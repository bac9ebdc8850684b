import { type AdminResponse, createTextResponse } from "./admin-response.js";
import { ADMIN_PAGE, ADMIN_SCRIPT_HASH, ADMIN_STYLE_HASH } from "./page/built-page.js";

/** Allows the page's own style and script and requests to its own origin, and nothing else. */
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

/** The live page: a self-contained HTML document. */
export function createPageResponse(): AdminResponse {
  return createTextResponse(ADMIN_PAGE, "text/html; charset=utf-8", { headers: { "Content-Security-Policy": POLICY } });
}
