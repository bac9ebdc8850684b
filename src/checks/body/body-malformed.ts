import { toPrintable } from "../../schema/index.js";
import { formatBodyName, getBodyPart, listBodies } from "../bodies.js";
import type { Check } from "../check.js";

/** `request.body.malformed`, `response.body.malformed`. A body that cannot be checked makes the verdict partial. */
export const bodyMalformed: Check = (context, report) => {
  for (const { direction, content, media, pointer } of listBodies(context)) {
    if (content.kind === "not-checked") report({ notValidated: `${formatBodyName(direction)}: ${content.reason}` });
    if (content.kind === "value")
      for (const reason of content.xml?.undecided ?? [])
        report({ notValidated: `${formatBodyName(direction)}: ${toPrintable(reason)}` });
    if (content.kind !== "malformed") continue;
    report({
      code: `${direction}.body.malformed`,
      message: `the ${formatBodyName(direction)} ${content.reason}`,
      part: getBodyPart(direction),
      at: "",
      contract: media?.pointer ?? pointer,
      valueClass: content.mode,
      occurrences: 1,
    });
  }
};
