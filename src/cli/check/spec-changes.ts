import type { ChangedLocation, Contract, SpecChanges } from "../../check/index.js";
import { type DiffFinding, diffDocuments } from "../../diff/index.js";
import { type Document, type Operation, resolvePointer } from "../../document/index.js";
import { readSpecAtRevision } from "../input/spec-revision.js";
import type { RunSettings } from "../settings/run-settings.js";

/**
 * Finds the operations and locations that changed since an older spec, for coverage of the changes.
 *
 * @throws UsageError when the commit does not exist, DocumentError when the older spec cannot be used.
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

/** Removed parts have no location in the new spec. A new part may be a reference, whose target counts as well. */
function findChangedLocations(finding: DiffFinding, document: Document): ChangedLocation[] {
  const { code, new: place } = finding;
  const operations = [...getAffectedOperations(finding)];
  if (place === undefined || code.endsWith(".removed")) return [];
  const pointers = new Set([place.pointer, resolvePointer(document, place.pointer)?.pointer ?? place.pointer]);
  const all = [...pointers].map((pointer) => ({ pointer, operations }));
  return code === "operation.added" ? [...all, { operations }] : all;
}
