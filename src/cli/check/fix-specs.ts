import type { AcceptedFindings } from "../../check/run/baseline.js";
import { asString, DocumentError, loadFaultyDocument, pluralize, tryCall, valueAt } from "../../document/index.js";
import { acceptDiagnostics } from "../../report/accepted.js";
import { applyEdits, type FixableFinding, planFix } from "../../suggest/index.js";
import { writeFilesAtomically } from "../output/write-file-atomic.js";
import { type Io, UsageError } from "../process/io.js";
import { type LintSettings, lintSpec } from "./run-setup.js";

/**
 * Fixes the findings of a spec that have one clear fix, in all its files, and prints how many of each code. Accepted
 * findings and the others stay.
 *
 * @throws UsageError for a spec from a URL.
 */
export function rewriteSpec(
  path: string,
  { accepted, ...settings }: LintSettings & { readonly accepted: AcceptedFindings },
  { stderr }: Pick<Io, "stderr">,
): void {
  if (/^https?:/.test(path)) throw new UsageError(`--fix edits files, and ${path} is a URL`);
  // Lint reports a spec that cannot be read.
  const loaded = tryCall(() => loadFaultyDocument(path), DocumentError);
  if (loaded === undefined) return;
  const { root, getOrigin } = loaded.document;
  const version = asString(root.openapi) ?? "";
  const found = new Map<string, { readonly text: string; readonly findings: FixableFinding[] }>();
  for (const { code, pointer, accepted: reason } of acceptDiagnostics(lintSpec(loaded, settings), accepted)) {
    const place = getOrigin?.(pointer);
    if (place === undefined || reason !== undefined) continue;
    const { path: file, text, value } = place.file;
    const findings: FixableFinding[] = found.get(file)?.findings ?? [];
    findings.push({ code, version, at: place.pointer, valueAt: (at) => valueAt(value, at) });
    found.set(file, { text, findings });
  }
  const files = [...found].map(([file, it]) => ({ path: file, before: it.text, ...rewriteText(it.text, it.findings) }));
  writeFilesAtomically(files.filter(({ before, after }) => after !== before));
  const codes = files.flatMap((it) => it.codes);
  const list = [...new Set(codes)].map((code) => `${codes.filter((it) => it === code).length} ${code}`).join(", ");
  const count = codes.length;
  if (count > 0) stderr(`${path}: fixed ${pluralize(count, "finding")}: ${list}\n`);
}

/** Makes all edits at once, because verifying the edits of a large file is slow; one by one if they do not fit together. */
function rewriteText(text: string, findings: readonly FixableFinding[]) {
  const plans = findings.flatMap((finding) => {
    const edit = planFix(text, finding);
    return edit === undefined ? [] : [{ finding, edit }];
  });
  const all = applyEdits(
    text,
    plans.map(({ edit }) => edit),
  );
  if (all !== undefined) return { after: all, codes: plans.map(({ finding }) => finding.code) };
  let after = text;
  const codes: string[] = [];
  for (const { finding } of plans) {
    const edit = planFix(after, finding);
    const next = edit === undefined ? undefined : applyEdits(after, [edit]);
    if (next === undefined) continue;
    after = next;
    codes.push(finding.code);
  }
  return { after, codes };
}
