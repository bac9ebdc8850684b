import type { MessageDirection } from "../../schema/index.js";
import { formatBodyName, getBodyPart, hasBody, listBodies } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";

/** `request.body.unexpected`, `response.body.unexpected`: the contract documents that there is none. */
export const bodyUnexpected: Check = function* (subject) {
  for (const body of listBodies(subject)) {
    if (body.documented === undefined || body.documented.length > 0 || !hasBody(body)) continue;
    yield {
      code: `${body.direction}.body.unexpected`,
      message: `there is a ${formatBodyName(body.direction)}; ${explainNoBody(subject, body.direction)}`,
      part: getBodyPart(body.direction),
      at: "",
      contract: body.pointer,
      valueClass: "present",
      occurrences: 1,
    };
  }
};

function explainNoBody({ exchange, response }: CheckContext, side: MessageDirection): string {
  if (side === "request") return "the contract documents none";
  if (exchange.request.method === "HEAD") return "to HEAD there is none (RFC 9110, section 9.3.2)";
  return `the contract documents none for status ${response?.status}`;
}
