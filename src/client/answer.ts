import { CallError } from "./call-error.js";
import type { Delivered } from "./delivery.js";
import type { Called } from "./invoke.js";
import type { AnyResult } from "./result.js";

const JSON_ONLY = ["application/json"];
const SHOWN = 100;

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
  const { status } = response;
  const answered = { operation, response, requestId, attempts };
  const body = parsed(text);
  const refuse = (kind: "redirected" | "unreadable", what: string): never => {
    throw new CallError(kind, what, {
      operation,
      attempts,
      requestId,
      body: body ?? text,
      ...(status > 0 ? { status } : {}),
    });
  };
  if (response.type === "opaqueredirect" || (status > 300 && status < 400 && status !== 304))
    return refuse(
      "redirected",
      "the answer is a redirect, and no token is carried elsewhere; set the base address to where it leads",
    );
  if (!response.ok) return { ...answered, ok: false, status, error: body ?? (text === "" ? undefined : text) };
  const { accept = JSON_ONLY } = description;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (text === "" && accept.includes("")) return { ...answered, ok: true, status, data: undefined };
  const isJson = /[/+]json$/.test(type) || type === "";
  if ((type !== "" && !accept.includes(type)) || (isJson && body === undefined))
    return refuse(
      "unreadable",
      `the contract has ${accept.join(" or ")} here, and what came is ${type || "of no type"}: ${shown(text)}`,
    );
  return { ...answered, ok: true, status, data: isJson ? body : text };
}

/** The value of a JSON text; undefined for anything else, which no JSON text stands for. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The beginning of a text on one line. What is long and without a space might be a token. */
function shown(text: string): string {
  const line = text
    .slice(0, 20 * SHOWN)
    .replaceAll(/[\w.~+/=-]{24,}/g, "…")
    .replaceAll(/[^\x21-\x7e…]+/g, " ")
    .trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line || "nothing";
}
