import { printable } from "../schema/index.js";
import { bodyName, bodyPart, bodySides } from "./body-sides.js";
import type { Check } from "./check.js";

/** `request.body.malformed`, `response.body.malformed`; a body that nobody can look into makes the verdict partial. */
export const bodyMalformed: Check = function* (subject) {
  for (const { side, content, media, pointer } of bodySides(subject)) {
    if (content.kind === "unjudged") yield { unjudged: `${bodyName(side)}: ${content.reason}` };
    if (content.kind === "value")
      for (const reason of content.xml?.unsure ?? []) yield { unjudged: `${bodyName(side)}: ${printable(reason)}` };
    if (content.kind !== "malformed") continue;
    yield {
      code: `${side}.body.malformed`,
      message: `the ${bodyName(side)} ${content.reason}`,
      part: bodyPart(side),
      at: "",
      contract: media?.pointer ?? pointer,
      valueClass: "malformed",
      occurrences: 1,
    };
  }
};
