import { type BodyContent, type CheckContext, STATED_CHECKS } from "../../checks/index.js";
import type { Exchange } from "../../exchange/index.js";
import { runChecks } from "../../gate/validation/run-checks.js";

/**
 * Whether a check that compares values of the bodies has, or may have, a finding. The bodies conform to their schemas, so that
 * only these checks need the values. They are parsed when a check reads them.
 *
 * @param context has the content of the request body if it is not JSON
 * @param readBody returns the value of the response body; the items of its arrays are only counted
 */
export function canViolateStatedRules(context: CheckContext, exchange: Exchange, readBody: () => unknown): boolean {
  const { request, response } = context.bodies;
  const { body } = exchange.request;
  const isJson = body.kind === "text" && request.content.kind === "unread";
  const bodies = {
    request: isJson ? { ...request, content: createContent(() => JSON.parse(body.text)) } : request,
    response: { ...response, content: createContent(readBody) },
  };
  try {
    const { findings, notValidated } = runChecks({ ...context, exchange, bodies }, STATED_CHECKS);
    return findings.length > 0 || notValidated.length > 0;
  } catch {
    // A text that is no JSON.
    return true;
  }
}

function createContent(readValue: () => unknown): BodyContent {
  return {
    kind: "value",
    get value() {
      return readValue();
    },
  };
}
