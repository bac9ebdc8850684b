import { bodyName, bodyPart, bodySides, isPresent } from "./body-sides.js";
import type { Check } from "./check.js";

/** `request.body.unexpected`, `response.body.unexpected`: the contract documents that there is none. */
export const bodyUnexpected: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    if (body.documented === undefined || body.documented.length > 0 || !isPresent(body)) continue;
    yield {
      code: `${body.side}.body.unexpected`,
      message: `there is a ${bodyName(body.side)}; the contract documents none${body.side === "response" ? ` for status ${subject.response?.status}` : ""}`,
      part: bodyPart(body.side),
      at: "",
      contract: body.pointer,
      valueClass: "present",
      occurrences: 1,
    };
  }
};
