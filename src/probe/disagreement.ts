import type { Disagreement, FindingCode } from "../checks/index.js";
import type { Asked } from "./story.js";

export type Said = Pick<Disagreement, "code" | "message" | "valueClass"> &
  Partial<Pick<Disagreement, "part" | "at" | "contract" | "name">>;

/** What a judge says, about the answer and the operation as a whole where it does not say otherwise. */
export function disagreement({ operation }: Asked, { code, ...said }: Said & { code: FindingCode }): Disagreement {
  return { code, part: "response.body", at: "", contract: operation.pointer, occurrences: 1, ...said };
}
