import type { CheckFinding } from "../../checks/index.js";
import type { Document, Operation } from "../../document/index.js";
import { decodeBody, decodeBodyText, type Exchange, getCombinedHeader, parseMediaType } from "../../exchange/index.js";
import { parseJson } from "../../schema/index.js";
import type { CaseEdit, CaseRequest } from "../requests/probe-case.js";

/** A request that was made and what came of it, as the judges of `src/probe` see it. */
export type ProbeExchange = {
  readonly document: Document;
  readonly operation: Operation;
  /** The values that were written, so that an answer can be held against them. */
  readonly request: CaseRequest;
  /** In what it differs from a request that was accepted. */
  readonly edit?: CaseEdit;
  /** Its status is 0 where there was no answer; `incomplete` then says why. */
  readonly exchange: Exchange;
};

/**
 * What a living service did over one or several requests, the one that shows it last. A judge is a pure function of these: it
 * says what disagrees with the contract, or nothing.
 */
export type ServiceCheck = (...story: readonly ProbeExchange[]) => CheckFinding | undefined;

export function isAccepted({ exchange: { response } }: ProbeExchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The JSON in an answer; undefined where there is none that can be read. */
export function readResponseJson({ exchange: { response } }: ProbeExchange): unknown {
  return parseJsonBody(response);
}

export function parseJsonBody({ headers, body }: Pick<Exchange["response"], "headers" | "body">): unknown {
  const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = decodeBodyText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return undefined;
  try {
    return parseJson(text.text);
  } catch {
    return undefined;
  }
}
