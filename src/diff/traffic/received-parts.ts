import { parsePointer } from "../../document/index.js";
import { decodeBody, decodeBodyText, type Exchange } from "../../exchange/index.js";
import type { ExchangeResult } from "../../gate/index.js";
import type { DiffFinding } from "../finding.js";

/** Whether the response or delivery of an exchange carries the part of a message that changes. */
export function hasReceivedPart(
  finding: DiffFinding,
  operation: string,
  exchange: Exchange,
  { status }: Pick<ExchangeResult, "status">,
): boolean {
  // No recording has a status or a media type that is new; every caller may receive it.
  const isNew = /\.(error-status|status|media-type)\.added$/.test(finding.code);
  const paths: string[] = [];
  for (const affected of finding.affects) {
    if (affected.operation !== operation) continue;
    const part = exchange.webhook === undefined ? readResponsePart(affected.part) : undefined;
    if (part !== undefined && !isNew && !isStatus(part, { response: exchange.response, status })) continue;
    if (isNew || !affected.at) return true;
    paths.push(affected.at);
  }
  if (paths.length === 0) return false;
  const body = readBody(exchange.webhook === undefined ? exchange.response : exchange.request);
  return paths.some((path) => body === UNKNOWN || hasValue(body, parsePointer(path)));
}

/** The status of a part such as `response 200 application/json`. */
function readResponsePart(part: string): string | undefined {
  return /^response (\S+)/.exec(part)?.[1];
}

function isStatus(
  stated: string,
  { response, status }: Pick<Exchange, "response"> & Pick<ExchangeResult, "status">,
): boolean {
  if (stated === "default") return status === undefined || status === "default";
  return stated === String(response.status) || stated.toUpperCase() === `${String(response.status)[0]}XX`;
}

/** A body that is not JSON: it may carry the value. */
const UNKNOWN = Symbol("unknown");

function readBody({ headers, body }: Exchange["response"] | Exchange["request"]): unknown {
  if (body.kind === "missing") return UNKNOWN;
  const text = decodeBodyText(decodeBody(body, headers), undefined);
  if (text.kind !== "text") return UNKNOWN;
  try {
    return JSON.parse(text.text) as unknown;
  } catch {
    return UNKNOWN;
  }
}

function hasValue(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  if (token === "*" || token === "{key}") return Object.values(value).some((it) => hasValue(it, rest));
  return Object.hasOwn(value, token) && hasValue((value as Record<string, unknown>)[token], rest);
}
