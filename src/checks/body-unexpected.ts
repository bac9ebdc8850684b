import { bodyName, bodyPart, bodySides, isPresent } from "./body-sides.js";
import type { Check, Side, Subject } from "./check.js";

/** `request.body.unexpected`, `response.body.unexpected`: the contract documents that there is none. */
export const bodyUnexpected: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    if (body.documented === undefined || body.documented.length > 0 || !isPresent(body)) continue;
    yield {
      code: `${body.side}.body.unexpected`,
      message: `there is a ${bodyName(body.side)}; ${whyNone(subject, body.side)}`,
      part: bodyPart(body.side),
      at: "",
      contract: body.pointer,
      valueClass: "present",
      occurrences: 1,
    };
  }
};

function whyNone({ exchange, response }: Subject, side: Side): string {
  if (side === "request") return "the contract documents none";
  if (exchange.request.method === "HEAD") return "to HEAD there is none (RFC 9110, section 9.3.2)";
  return `the contract documents none for status ${response?.status}`;
}
