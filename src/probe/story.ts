import type { Disagreement } from "../checks/index.js";
import type { Document, Operation } from "../document/index.js";
import { bodyText, decodeBody, type Exchange, joinedHeader, parseMediaType } from "../exchange/index.js";
import { parseJson } from "../schema/index.js";
import type { CaseRequest, Edit } from "./case.js";

/** A request that was made and what came of it, as the judges of `src/probe` see it. */
export type Asked = {
  readonly document: Document;
  readonly operation: Operation;
  /** The values that were written, so that an answer can be held against them. */
  readonly request: CaseRequest;
  /** In what it differs from a request that was accepted. */
  readonly edit?: Edit;
  /** Its status is 0 where there was no answer; `incomplete` then says why. */
  readonly exchange: Exchange;
};

/**
 * What a living service did over one or several requests, the one that shows it last. A judge is a pure function of these: it
 * says what disagrees with the contract, or nothing.
 */
export type LiveJudge = (...story: readonly Asked[]) => Disagreement | undefined;

export function isAccepted({ exchange: { response } }: Asked): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The JSON in an answer; undefined where there is none that can be read. */
export function answerOf({ exchange: { response } }: Asked): unknown {
  return jsonOf(response);
}

export function jsonOf({ headers, body }: Pick<Exchange["response"], "headers" | "body">): unknown {
  const charset = parseMediaType(joinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = bodyText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return undefined;
  try {
    return parseJson(text.text);
  } catch {
    return undefined;
  }
}
