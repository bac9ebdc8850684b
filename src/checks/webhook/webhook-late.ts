import { joinPointer, valueAt } from "../../document/index.js";
import type { Check } from "../check.js";

/** `webhook.response.late`: the recorded duration of a delivery exceeds `x-acknowledge-within-ms` of the webhook. */
export const webhookLate: Check = ({ exchange: { durationMs }, operation, schemas }, report) => {
  const contract = joinPointer(operation.pointer, "x-acknowledge-within-ms");
  const limit = valueAt(schemas.root, contract);
  if (typeof limit !== "number" || durationMs === undefined || durationMs <= limit) return;
  report({
    code: "webhook.response.late",
    message: `the event was acknowledged after ${Math.round(durationMs)} ms; expected at most ${limit} ms`,
    part: "response.status",
    at: "",
    contract,
    valueClass: "late",
    occurrences: 1,
  });
};
