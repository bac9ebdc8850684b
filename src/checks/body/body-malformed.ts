import { toPrintable } from "../../schema/index.js";
import { formatBodyName, getBodyPart, listBodies } from "../bodies.js";
import type { Check } from "../check.js";

/** `request.body.malformed`, `response.body.malformed`. A body that cannot be checked makes the verdict partial. */
export const bodyMalformed: Check = function* (context) {
  for (const { direction, content, media, pointer } of listBodies(context)) {
    if (content.kind === "not-checked") yield { notValidated: `${formatBodyName(direction)}: ${content.reason}` };
    if (content.kind === "value")
      for (const reason of content.xml?.undecided ?? [])
        yield { notValidated: `${formatBodyName(direction)}: ${toPrintable(reason)}` };
    if (content.kind !== "malformed") continue;
    yield {
      code: `${direction}.body.malformed`,
      message: `the ${formatBodyName(direction)} ${content.reason}`,
      part: getBodyPart(direction),
      at: "",
      contract: media?.pointer ?? pointer,
      valueClass: "malformed",
      occurrences: 1,
    };
  }
};
