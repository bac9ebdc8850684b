import { type DiffFinding, diff } from "../diff/index.js";
import { type Document, type Operation, resolve } from "../document/index.js";
import type { ChangedPlace, Changes, Contract } from "../gate/index.js";
import type { CheckSettings } from "./check-settings.js";
import { descriptionAt } from "./description-at.js";

/**
 * What of the contract differs from the older description that coverage is asked since.
 *
 * @throws UsageError when there is no such commit, DocumentError when the older description cannot be used.
 */
export function changesSince(
  { name, thresholds }: NonNullable<CheckSettings["since"]>,
  { document }: Contract,
  chosen: readonly Operation[],
): Changes {
  const { findings } = diff({ old: descriptionAt(name).document, new: document });
  const operations = chosen.flatMap(({ kind, id: operationId }) => {
    const codes = findings.filter((it) => touched(it).has(operationId)).map(({ code }) => code);
    return kind !== "path" || codes.length === 0 ? [] : [{ operationId, codes: [...new Set(codes)].sort() }];
  });
  return { since: name, operations, places: findings.flatMap((it) => placesOf(it, document)), thresholds };
}

function touched({ touches }: DiffFinding): ReadonlySet<string> {
  return new Set(touches.map(({ operation }) => operation));
}

/** Where something is gone there is nothing to be seen; what is new may be written elsewhere, and referred to. */
function placesOf(finding: DiffFinding, document: Document): ChangedPlace[] {
  const { code, new: place } = finding;
  const operations = [...touched(finding)];
  if (place === undefined || code.endsWith(".removed")) return [];
  const pointers = new Set([place.pointer, resolve(document, place.pointer)?.pointer ?? place.pointer]);
  const all = [...pointers].map((pointer) => ({ pointer, operations }));
  return code === "operation.added" ? [...all, { operations }] : all;
}
