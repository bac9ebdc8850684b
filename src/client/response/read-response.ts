import { CallError, type CallErrorKind } from "../call-error.js";
import type { CallDescription } from "../calls/call-description.js";
import type { AnyResult, ReceivedResponse } from "../calls/result.js";

/**
 * Converts a response to a result. A body without a content type, or with one of JSON, is JSON if it can be parsed. So is a body of
 * another type, if the spec has JSON.
 *
 * @throws CallError for a successful response that is neither JSON nor what the spec has instead
 */
export function readResponse(
  [info, text, , decoded]: ReceivedResponse,
  { empty, read, errors }: Pick<CallDescription, "empty" | "read" | "errors">,
): AnyResult {
  const { response, status } = info;
  const { ok } = response;
  const type = response.headers.get("Content-Type") ?? "";
  const value = parseBody(text);
  const isJson = value !== (text || undefined);
  const isOfJsonType = /^([^;]*[/+]json)?\s*(;|$)/i.test(type);
  const isDeclared = ok ? !read : isErrorJson(errors, status);
  if (decoded || (ok && empty && !text)) return { ...info, ok: true, data: (decoded || [])[0] };
  const facts = isDeclared && !(isJson && isOfJsonType) ? { ...info, undeclaredType: type } : info;
  // The types distinguish both by `ok`.
  if (isJson && (isOfJsonType || isDeclared !== false))
    return { ...facts, ok, [ok ? "data" : "error"]: value } as AnyResult;
  const what = `not application/json: "${type}": "${formatExcerpt(text)}"`;
  const createError = (kind: CallErrorKind) => new CallError(kind, { ...info, body: value }, what);
  if (ok) throw createError("unreadable");
  // A text would not have the members that the type of `error` has.
  return { ...facts, ok, error: isDeclared ? createError("refused") : text || undefined };
}

/** Whether the spec has JSON for an error of this status, its range, or `default`. Undefined if it has no bodies of errors. */
function isErrorJson(errors: CallDescription["errors"], status: number): boolean | undefined {
  if (typeof errors !== "object") return errors;
  return errors[status] ?? errors[`${`${status}`[0]}XX`] ?? errors.default ?? true;
}

/**
 * Returns a response that is not a redirect.
 *
 * @throws CallError for a redirect, which is not followed
 */
export function rejectRedirect(received: ReceivedResponse): ReceivedResponse {
  const [info, text] = received;
  const { response } = info;
  // Browsers hide redirects, including their status.
  if (!/^0|30[12378]/.test(`${info.status}`)) return received;
  throw new CallError(
    "redirected",
    { ...info, body: parseBody(text) },
    `to ${formatUrl(response.headers.get("location"), response.url)}`,
  );
}

/** The parsed value of a JSON text; otherwise the text, or undefined if it is empty. No JSON text has itself as its value. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/** Formats up to 200 characters of a text on one line. Replaces long words, which might be tokens. */
export function formatExcerpt(text: string): string {
  return text
    .replace(/[^!-~]+/g, " ")
    .replace(/[\w.~+/=-]{24,}/g, "...")
    .slice(0, 200);
}

/**
 * Formats the origin and path of a URL for messages, without credentials and query.
 *
 * @param url null for a redirect whose target a browser hides
 */
export function formatUrl(url: string | null, base?: string): string {
  try {
    const { origin, pathname } = new URL(url ?? "", base || undefined);
    return (origin + pathname).slice(0, 200);
  } catch {
    return "no URL";
  }
}
