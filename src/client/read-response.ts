import { CallError } from "./call-error.js";
import { formatUrl } from "./format-url.js";
import type { AnyResult } from "./result.js";
import type { ReceivedResponse } from "./send-with-retries.js";

/**
 * What an answer says. The contract has JSON for every success.
 *
 * @throws CallError for a redirect, which is not followed, and for a success that is not of the contract
 */
export function readResponse([answered, text]: ReceivedResponse): AnyResult {
  const { status, response } = answered;
  const { ok, headers } = response;
  const value = tryParseJson(text);
  const body = value === undefined ? text || undefined : value;
  const type = headers.get("Content-Type") ?? "";
  // A browser says nothing of a redirect, not even its status.
  if (ok ? /^(application\/json)?\s*;/i.test(`${type};`) && value !== undefined : !/^(0|30[12378])$/.test(`${status}`))
    // Types tell the two apart by `ok`.
    return { ...answered, ok, [ok ? "data" : "error"]: body } as AnyResult;
  throw new CallError(
    ok ? "unreadable" : "redirected",
    { ...answered, body },
    ok
      ? `no application/json but "${type}": "${formatExcerpt(text)}"`
      : `to ${formatUrl(headers.get("location"), response.url)}`,
  );
}

/** The value of a JSON text; undefined for anything else, which no JSON text stands for. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The beginning of a text on one line. What is long and without a space might be a token. */
export function formatExcerpt(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/[^!-~]+/g, " ")
    .replace(/[\w.~+/=-]{24,}/g, "…")
    .replace(/(.{200}).+/, "$1…");
}
