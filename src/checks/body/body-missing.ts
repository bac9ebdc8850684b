import { formatBodyName, getBodyPart, hasBody, listBodies } from "../bodies.js";
import type { Check } from "../check.js";

/** `request.body.missing`, `response.body.missing`. */
export const bodyMissing: Check = (context, report) => {
  for (const body of listBodies(context)) {
    if (!body.required || hasBody(body)) continue;
    const types = (body.documented ?? []).map(({ range }) => range).join(", ");
    report({
      code: `${body.direction}.body.missing`,
      message: `the ${formatBodyName(body.direction)} is missing; expected ${types}`,
      part: getBodyPart(body.direction),
      at: "",
      contract: body.pointer,
      valueClass: "missing",
      occurrences: 1,
    });
  }
};
