import { CallError, type CallErrorKind } from "./call-error.js";
import type { Delivered } from "./delivery.js";
import type { Called } from "./invoke.js";
import type { AnyResult } from "./result.js";

/**
 * What an answer says, by what the contract has for the operation.
 *
 * @throws CallError for a redirect, which is not followed, and for a success that is not of the contract
 */
export function readAnswer(
  { operation, description }: Called,
  requestId: string | undefined,
  { response, text, attempts }: Delivered,
): AnyResult {
  const { status, ok, type } = response;
  const answered = { operation, response, status, requestId, attempts };
  const body = parsed(text);
  const refuse = (kind: CallErrorKind, what: string): never => {
    // A browser says nothing of a redirect, not even its status.
    throw new CallError(kind, what, { ...answered, status: status || undefined, body: body ?? text });
  };
  if (type === "opaqueredirect" || (status > 300 && status < 400 && status !== 304))
    refuse("redirected", "a redirect is not followed; give createClient the address that it leads to");
  if (!ok) return { ...answered, ok, error: body ?? (text || undefined) };
  const { accept = ["application/json"] } = description;
  const [came = ""] = /^[^;\s]*/.exec(response.headers.get("content-type")?.toLowerCase() ?? "") ?? [];
  if (!text && accept.includes("")) return { ...answered, ok, data: undefined };
  const isJson = !came || /[/+]json$/.test(came);
  if ((came && !accept.includes(came)) || (isJson && body === undefined))
    refuse(
      "unreadable",
      `the contract has ${accept.join(" or ")} here, and what came is ${came || "of no type"}: ${shown(text) || "nothing"}`,
    );
  return { ...answered, ok, data: isJson ? body : text };
}

/** The value of a JSON text; undefined for anything else, which no JSON text stands for. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The beginning of a text on one line. What is long and without a space might be a token. */
export function shown(text: string): string {
  const line = text
    .slice(0, 2000)
    .replace(/[\w.~+/=-]{24,}/g, "…")
    .replace(/[^!-~…]+/g, " ")
    .trim();
  return line.slice(0, 200) + (line.length > 200 ? "…" : "");
}
