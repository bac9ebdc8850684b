import { type CheckContext, STATED_CHECKS } from "../../checks/index.js";
import type { Exchange, RawJsonString } from "../../exchange/index.js";
import { runChecks } from "../validation/run-checks.js";

/**
 * Whether a check that compares values of the bodies has a finding. The bodies conform to their schemas, so that only these
 * checks need the values.
 */
export function hasStatedViolation(context: CheckContext, exchange: Exchange, body: RawJsonString): boolean {
  const { request, response } = context.bodies;
  const sent = exchange.request.body;
  const bodies = {
    request: sent.kind === "text" ? { ...request, content: readContent(() => JSON.parse(sent.text)) } : request,
    response: { ...response, content: readContent(() => JSON.parse(decodeRawText(body))) },
  };
  const { findings, notValidated } = runChecks({ ...context, exchange, bodies }, STATED_CHECKS);
  return findings.length > 0 || notValidated.length > 0;
}

/** A form is no JSON; the checks ignore it. */
function readContent(parse: () => unknown): CheckContext["bodies"]["response"]["content"] {
  try {
    return { kind: "value", value: parse() };
  } catch {
    return { kind: "unread" };
  }
}

/** The text of a JSON string without its quotes. */
function decodeRawText({ bytes, start, end }: RawJsonString): string {
  return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
}
