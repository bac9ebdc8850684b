import type { CheckFinding } from "../../../checks/index.js";
import { toPrintable } from "../../../schema/index.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/**
 * Checks that items that nothing has changed are on the pages once, although another item was changed between two pages.
 *
 * @param write The change.
 */
export function checkUnchangedListed(
  pages: readonly ProbeExchange[],
  write: ProbeExchange,
  others: readonly string[],
): CheckFinding | undefined {
  const [last] = pages.slice(-1);
  if (last === undefined || !pages.every(isAccepted) || !isAccepted(write)) return undefined;
  const ids = pages.flatMap((page) => (findListedItems(page) ?? []).map(getItemIdentity));
  const wrong = others.find((id) => ids.filter((it) => it === id).length !== 1);
  if (wrong === undefined) return undefined;
  const isMissing = !ids.includes(wrong);
  return createProbeFinding(last, {
    code: isMissing ? "exchange.page.incomplete" : "exchange.page.repeated",
    message: `the item ${toPrintable(wrong)} is ${isMissing ? "missing on the pages" : "on two pages"}, because ${write.operation.id} changed another item between two pages; expected each unchanged item once`,
    valueClass: "changed between pages",
  });
}
