import { type DiffFinding, diffDocuments } from "../../diff/index.js";
import { type Document, type Operation, resolvePointer } from "../../document/index.js";
import type { ChangedLocation, Contract, SpecChanges } from "../../gate/index.js";
import { readSpecAtRevision } from "../input/spec-revision.js";
import type { RunSettings } from "../settings/run-settings.js";

/**
 * What of the contract differs from the older description that coverage is asked since.
 *
 * @throws UsageError when there is no such commit, DocumentError when the older description cannot be used.
 */
export function findSpecChanges(
  { name, thresholds }: NonNullable<RunSettings["since"]>,
  { document }: Contract,
  chosen: readonly Operation[],
): SpecChanges {
  const { findings } = diffDocuments({ old: readSpecAtRevision(name).document, new: document });
  const operations = chosen.flatMap(({ kind, id: operationId }) => {
    const codes = findings.filter((it) => getAffectedOperations(it).has(operationId)).map(({ code }) => code);
    return kind !== "path" || codes.length === 0 ? [] : [{ operationId, codes: [...new Set(codes)].sort() }];
  });
  return {
    since: name,
    operations,
    locations: findings.flatMap((it) => findChangedLocations(it, document)),
    thresholds,
  };
}

function getAffectedOperations({ affects }: DiffFinding): ReadonlySet<string> {
  return new Set(affects.map(({ operation }) => operation));
}

/** Where something is gone there is nothing to be seen; what is new may be written elsewhere, and referred to. */
function findChangedLocations(finding: DiffFinding, document: Document): ChangedLocation[] {
  const { code, new: place } = finding;
  const operations = [...getAffectedOperations(finding)];
  if (place === undefined || code.endsWith(".removed")) return [];
  const pointers = new Set([place.pointer, resolvePointer(document, place.pointer)?.pointer ?? place.pointer]);
  const all = [...pointers].map((pointer) => ({ pointer, operations }));
  return code === "operation.added" ? [...all, { operations }] : all;
}
