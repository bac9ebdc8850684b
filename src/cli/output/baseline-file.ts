import { existsSync } from "node:fs";
import { stringify } from "yaml";
import {
  type AcceptedFindings,
  type AppliedBaseline,
  createAcceptance,
  type Finding,
  readBaseline,
  refreshBaseline,
  type Waiver,
} from "../../check/index.js";
import { pluralize } from "../../report/formatting/text.js";
import { readInputFile } from "../input/read-input-file.js";
import { type Io, UsageError } from "../process/io.js";
import type { BaselineSettings } from "../settings/run-settings.js";
import { assertWritableFile, writeFileAtomic } from "./write-file-atomic.js";

export type ApplyBaseline<Result> = (accepted: AcceptedFindings) => AppliedBaseline<Result>;

/**
 * Reads the baseline of the settings. Without a file, only the spec accepts findings. To accept findings, `--update-baseline` requires a reason.
 *
 * @throws SettingsError when the file is not a baseline.
 */
export function openBaseline(settings: BaselineSettings, io: Io) {
  const { baseline: path, updateBaseline } = settings;
  assertWritableFile(path);
  const { today = "" } = io;
  const waivers = path === undefined ? [] : readWaivers(path, updateBaseline !== undefined);
  const accepted: AcceptedFindings = { path, waivers, today };
  const { accept } = createAcceptance(accepted);
  return {
    accepted,
    /** Whether the spec or the baseline accepts a finding of traffic now. */
    isAccepted: (finding: Finding): boolean => {
      const { operationId, contract, ignored } = finding;
      const places = [{ operation: operationId, pointer: contract.pointer }];
      return ignored !== undefined || accept({ ...finding, places }).state === "known";
    },
    /** Applies the baseline to the results of a command and, with `--update-baseline`, rewrites the file and applies it again. */
    apply: <Result>(command: string, apply: ApplyBaseline<Result>): Result => {
      const applied = apply(accepted);
      if (path === undefined || updateBaseline === undefined) return applied.result;
      if (applied.isComplete) {
        const next = updateEntries(applied, accepted, settings);
        writeFileAtomic(path, serializeBaseline(path, next));
        for (const line of formatChanges(applied)) io.stderr(`${line}\n`);
        const reason = next.length === 0 ? ": there are no findings to accept" : "";
        io.stderr(`wrote ${path} (${next.length} accepted${reason})\n`);
        return apply({ ...accepted, waivers: next }).result;
      }
      io.stderr(`contract ${command}: ${path} is unchanged because not everything was checked\n`);
      return applied.result;
    },
  };
}

/** @throws UsageError if there is something to accept, but no reason. */
function updateEntries(
  applied: AppliedBaseline<unknown>,
  { waivers, today }: AcceptedFindings,
  { updateBaseline: reason = "", expires }: BaselineSettings,
): readonly Waiver[] {
  const count = applied.unaccepted.length;
  if (count > 0 && reason.trim() === "") {
    const findings = pluralize(count, "finding");
    throw new UsageError(`--update-baseline: ${findings} would be accepted; give a reason (nothing was written)`);
  }
  if (count > 0 && expires !== undefined && expires < today)
    throw new UsageError(
      `--expires ${expires}: the date is in the past, so that nothing would be accepted (nothing was written)`,
    );
  return refreshBaseline(waivers, applied, { today, reason, expires });
}

/** Formats one line per newly accepted finding and per fixed one. */
function formatChanges({ unaccepted, fixed }: AppliedBaseline<unknown>): string[] {
  const added = unaccepted.map(({ entry: { fingerprint, code }, state, text }) => {
    const action = state === "expired" ? "accepted again" : "accepted";
    return `${action} ${fingerprint} ${code} ${text}`;
  });
  const gone = fixed
    .filter(({ fingerprint }) => fingerprint !== undefined)
    .map(({ fingerprint, code, operation }) =>
      `fixed, removed ${fingerprint} ${code ?? ""} ${operation ?? ""}`.trimEnd(),
    );
  return [...added, ...gone];
}

/** A missing baseline is an error unless `--update-baseline` creates it. */
function readWaivers(path: string, mayBeAbsent: boolean): readonly Waiver[] {
  if (existsSync(path)) return readBaseline(path, readInputFile(path, "give a baseline, or the name of a new one"));
  if (mayBeAbsent) return [];
  throw new UsageError(`${path}: baseline does not exist; create it with --update-baseline "REASON"`);
}

function serializeBaseline(path: string, waivers: readonly Waiver[]): string {
  const content = { schemaVersion: 2, waivers };
  if (path.endsWith(".json")) return `${JSON.stringify(content, null, 2)}\n`;
  return `# Accepted findings. --update-baseline "REASON" adds to them.\n${stringify(content, { lineWidth: 0 })}`;
}
