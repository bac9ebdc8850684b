import { CallError } from "./call-error.js";
import { formatUrl } from "./format-url.js";
import type { AnyResult } from "./result.js";
import type { ReceivedResponse } from "./send-with-retries.js";

/**
 * Converts a response to a result. In the spec, every successful response is JSON.
 *
 * @throws CallError for a redirect, which is not followed, and for a successful response without JSON
 */
export function readResponse([info, text]: ReceivedResponse): AnyResult {
  const { status, response } = info;
  const { ok, headers } = response;
  const value = tryParseJson(text);
  const body = value === undefined ? text || undefined : value;
  const type = headers.get("Content-Type") ?? "";
  // Browsers hide redirects, including their status.
  if (ok ? /^(application\/json)?\s*;/i.test(`${type};`) && value !== undefined : !/^(0|30[12378])$/.test(`${status}`))
    // The types distinguish both by `ok`.
    return { ...info, ok, [ok ? "data" : "error"]: body } as AnyResult;
  throw new CallError(
    ok ? "unreadable" : "redirected",
    { ...info, body },
    ok
      ? `not application/json: "${type}": "${formatExcerpt(text)}"`
      : `to ${formatUrl(headers.get("location"), response.url)}`,
  );
}

/** Parses JSON. Returns undefined for invalid JSON; no JSON text has that value. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Formats the beginning of a text on one line. Removes long words, which might be tokens. */
export function formatExcerpt(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/[^!-~]+/g, " ")
    .replace(/[\w.~+/=-]{24,}/g, "…")
    .replace(/(.{200}).+/, "$1…");
}
