import { createFingerprint, type Document, resolvePointer, valueAt } from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import type { Pair } from "./comparison.js";
import type { DiffFinding, DiffLocation } from "./finding.js";

/**
 * Merges findings that state the same change of several operations, such as a status that each of them has now, into one with
 * all places. What was added or removed must have the same content everywhere, but for its texts. Changes inside of
 * values stay apart: only a shared schema is their common cause.
 */
export function mergeFindings<Finding extends DiffFinding & { readonly acceptance?: unknown }>(
  findings: readonly Finding[],
  documents: Pair<Document>,
): Finding[] {
  const getIdentity = (finding: Finding): string => {
    const { code, level, change, acceptance, affects, fingerprint } = finding;
    if (affects.some(({ at }) => at !== undefined)) return fingerprint;
    return JSON.stringify([code, level, change, acceptance, ...readContents(finding, documents)]);
  };
  return [...groupBy(findings, getIdentity)].map(([identity, group]) =>
    group.length === 1 ? group[0] : mergeGroup(identity, group),
  );
}

function mergeGroup<Finding extends DiffFinding>(identity: string, group: readonly [Finding, ...Finding[]]): Finding {
  const affects = group.flatMap(({ affects: parts, old, new: next }) =>
    parts.map((part) => ({
      ...part,
      ...(old === undefined ? {} : { old }),
      ...(next === undefined ? {} : { new: next }),
    })),
  );
  return { ...group[0], affects, fingerprint: createFingerprint(identity) };
}

/** What was added or removed, or else what changed in both specs. */
function readContents({ change, old, new: next }: DiffFinding, documents: Pair<Document>): (string | undefined)[] {
  const [, verb] = / was (added|removed)\b/.exec(change) ?? [];
  return [
    verb === "added" ? undefined : formatContent(documents.old, old),
    verb === "removed" ? undefined : formatContent(documents.new, next),
  ];
}

function formatContent(document: Document, location: DiffLocation | undefined): string | undefined {
  if (location === undefined) return undefined;
  const { pointer } = location;
  const value = resolvePointer(document, pointer)?.value ?? valueAt(document.root, pointer);
  const isText = (name: string, it: unknown): boolean => /^(description|summary)$/.test(name) && typeof it === "string";
  return JSON.stringify(value, (name, it: unknown) => (isText(name, it) ? undefined : it));
}
