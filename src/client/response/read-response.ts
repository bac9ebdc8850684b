import { CallError } from "../call-error.js";
import type { AnyResult, ReceivedResponse } from "../calls/result.js";

/**
 * Converts a response to a result.
 *
 * @throws CallError for a successful response that is neither JSON nor what the spec has instead
 */
export function readResponse(
  [info, text, , decoded]: ReceivedResponse,
  description: { readonly empty?: boolean },
): AnyResult {
  const { ok, headers } = info.response;
  const body = decoded ? decoded[0] : parseBody(text);
  const type = headers.get("Content-Type") ?? "";
  if (
    !ok ||
    decoded ||
    (description.empty && !text) ||
    (/^(application\/json)?\s*(;|$)/i.test(type) && body !== (text || undefined))
  )
    // The types distinguish both by `ok`.
    return { ...info, ok, [ok ? "data" : "error"]: body } as AnyResult;
  throw new CallError("unreadable", { ...info, body }, `not application/json: "${type}": "${formatExcerpt(text)}"`);
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
