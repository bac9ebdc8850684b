import type { Operation } from "../../document/index.js";
import { DIFF_CODES } from "../codes.js";
import type { Comparison, Pair } from "../comparison.js";
import type { DiffFindingDraft } from "../finding.js";
import { type AcceptsTexts, isPathCovered } from "./match-operations.js";

/** What {@link compareShadowed} needs: the old operations, and how two operations are compared. */
export type ShadowedOptions = {
  readonly old: readonly Operation[];
  readonly acceptsTexts: AcceptsTexts;
  readonly compare: (comparison: Comparison, pair: Pair<Operation>) => void;
};

/**
 * Compares an added operation with the old one whose template covers its path. Requests that the old one handled now lead to the
 * added one, such as `/orders/latest` beside `/orders/{id}`.
 */
export function compareShadowed(
  comparison: Comparison,
  added: Operation,
  { old, acceptsTexts, compare }: ShadowedOptions,
): void {
  const template = old.find((it) => it.path !== added.path && isPathCovered(it, added, acceptsTexts));
  if (template === undefined) return;
  const drafts: DiffFindingDraft[] = [];
  compare({ ...comparison, report: (draft) => drafts.push(draft) }, { old: template, new: added });
  const breaks = drafts.filter(({ code }) => DIFF_CODES[code].level === "error");
  const [first] = breaks;
  if (first === undefined) return;
  const more = breaks.length === 1 ? "" : ` and ${breaks.length - 1} more`;
  comparison.report({
    code: "operation.shadowed",
    message: `${added.method} ${added.path} was handled as ${template.path} before. ${first.affected.part}: ${first.message}${more}`,
    old: template.pointer,
    new: added.pointer,
    subject: added.id,
    ...(first.counterexample === undefined ? {} : { counterexample: first.counterexample }),
    affected: { operation: added.id, part: "operation" },
  });
}
