import { type CheckContext, STATED_CHECKS } from "../../checks/index.js";
import type { Exchange, RawJsonString } from "../../exchange/index.js";
import { runChecks } from "../validation/run-checks.js";

/**
 * Whether a check that compares values of the bodies has, or may have, a finding. The bodies conform to their schemas, so that
 * only these checks need the values. A request that is not JSON, such as a form, is left to the full check.
 */
export function canViolateStatedRules(context: CheckContext, exchange: Exchange, body: RawJsonString): boolean {
  const { request, response } = context.bodies;
  const sent = exchange.request.body;
  const requestContent = sent.kind === "none" ? request.content : parseContent(() => sent.kind === "text" && sent.text);
  const responseContent = parseContent(() => decodeRawText(body));
  if (requestContent === undefined || responseContent === undefined) return true;
  const bodies = {
    request: { ...request, content: requestContent },
    response: { ...response, content: responseContent },
  };
  const { findings, notValidated } = runChecks({ ...context, exchange, bodies }, STATED_CHECKS);
  return findings.length > 0 || notValidated.length > 0;
}

/** The content of a JSON text; undefined if it is none. */
function parseContent(read: () => string | false): CheckContext["bodies"]["response"]["content"] | undefined {
  try {
    const text = read();
    return text === false ? undefined : { kind: "value", value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The text of a JSON string without its quotes. */
function decodeRawText({ bytes, start, end }: RawJsonString): string {
  return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
}
