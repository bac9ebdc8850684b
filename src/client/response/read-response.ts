import { CallError } from "../call-error.js";
import type { ResponseReader } from "../calls/call-settings.js";
import type { AnyResult, ReceivedResponse } from "../calls/result.js";

/** What the spec has as bodies, where it is not JSON. */
export type ExpectedBodies = {
  /** Reads successful responses other than JSON. */
  readonly read?: ResponseReader;
  /** Whether the bodies of errors are JSON: all by default, or by status. */
  readonly errors?: boolean | ((status: number) => boolean);
  /** A successful response may have no body. */
  readonly empty?: true;
};

/**
 * Converts a response to a result. A body without a content type, or with one of JSON, is JSON if it can be parsed. So is a body of
 * another type, if the spec has JSON.
 *
 * @throws CallError for a successful response that is neither JSON nor what the spec has instead
 */
export function readResponse(
  [info, text, , decoded]: ReceivedResponse,
  { empty, read, errors = true }: ExpectedBodies,
): AnyResult {
  const { response, status } = info;
  const { ok } = response;
  // The types distinguish both by `ok`.
  const create = (value: unknown, facts: object = info) =>
    ({ ...facts, ok, [ok ? "data" : "error"]: value }) as AnyResult;
  if (decoded || (ok && empty && !text)) return create(decoded?.[0]);
  const isDeclared = ok ? !read : typeof errors === "function" ? errors(status) : errors;
  const undeclaredType = response.headers.get("content-type") ?? "";
  const value = parseBody(text);
  const isJson = value !== (text || undefined);
  const facts = { ...info, undeclaredType };
  const isExpected = ok || isDeclared;
  if (isJson && /^([^;]*[/+]json)?\s*(;|$)/i.test(undeclaredType)) return create(value, isExpected ? info : facts);
  if (!isExpected) return create(text || undefined);
  if (isJson && isDeclared) return create(value, facts);
  const error = new CallError(
    ok ? "unreadable" : "refused",
    { ...info, body: value },
    `not application/json: ${text ? `"${undeclaredType}": "${formatExcerpt(text)}"` : "no body"}`,
  );
  if (ok) throw error;
  // A text would not have the members that the type of `error` has.
  return create(error, facts);
}

/** Creates the selection of errors whose bodies are JSON, by status, range and `default`. */
export function selectErrors(table: Readonly<Record<string, boolean>>): (status: number) => boolean {
  return (status) => table[status] ?? table[`${`${status}`[0]}XX`] ?? table.default ?? true;
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
