import type { DiffLevelRule } from "./level-rule.js";

/** The levels for clients and receivers that ignore properties, values and statuses that they do not know, and need no optional property. */
export const TOLERANT_READER: readonly DiffLevelRule[] = [
  ...["response", "webhook"].flatMap((side): DiffLevelRule[] => [
    { code: `${side}.property.refused`, level: "info" },
    { code: `${side}.property.removed`, level: "info" },
    { code: `${side}.values.not-in-enum`, level: "info" },
    { code: `${side}.values.widened`, level: "warn" },
  ]),
  { code: "response.error-status.added", level: "info" },
  { code: "response.status.added", level: "warn" },
  { code: "response.media-type.added", level: "info" },
  { code: "response.body.added", level: "info" },
  { code: "webhook.body.added", level: "info" },
];
