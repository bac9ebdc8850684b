import { bodyName, bodyPart, bodySides, isPresent } from "./body-sides.js";
import type { Check } from "./check.js";

/** `request.body.missing`, `response.body.missing`. */
export const bodyMissing: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    if (!body.required || isPresent(body)) continue;
    const types = (body.documented ?? []).map(({ range }) => range).join(", ");
    yield {
      code: `${body.side}.body.missing`,
      message: `the ${bodyName(body.side)} is missing; expected ${types}`,
      part: bodyPart(body.side),
      at: "",
      contract: body.pointer,
      valueClass: "missing",
      occurrences: 1,
    };
  }
};
