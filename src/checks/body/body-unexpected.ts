import { canHaveResponseBody } from "../../exchange/index.js";
import type { MessageDirection } from "../../schema/index.js";
import { formatBodyName, getBodyPart, hasBody, listBodies } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";

/**
 * `request.body.unexpected`, `response.body.unexpected`: there is a body, but the spec documents none.
 * `response.body.undocumented`: the response has only a `description` in the spec; many specs write errors with a body like this.
 */
export const bodyUnexpected: Check = (context, report) => {
  for (const body of listBodies(context)) {
    if (body.documented === undefined || body.documented.length > 0 || !hasBody(body)) continue;
    // Without a recorded body, a Content-Type does not prove that there was one.
    if (context.exchange[body.direction].body.kind === "none") continue;
    const isSilent = body.direction === "response" && isSilentAboutBody(context);
    report({
      code: isSilent ? "response.body.undocumented" : `${body.direction}.body.unexpected`,
      message: `there is a ${formatBodyName(body.direction)}; ${explainNoBody(context, body.direction)}`,
      part: getBodyPart(body.direction),
      at: "",
      contract: body.pointer,
      valueClass: "present",
      occurrences: 1,
    });
  }
};

function isSilentAboutBody({ exchange, response }: CheckContext): boolean {
  return canHaveResponseBody(exchange.request.method, exchange.response.status) && response?.hasContent === false;
}

function explainNoBody({ exchange, response }: CheckContext, side: MessageDirection): string {
  if (side === "request") return "the spec documents none";
  if (exchange.request.method === "HEAD") return "a response to HEAD has none (RFC 9110, section 9.3.2)";
  return `the spec documents none for status ${response?.status}`;
}
