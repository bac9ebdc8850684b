import { existsSync } from "node:fs";
import { stringify } from "yaml";
import {
  applyBaseline,
  type BaselineUpdateOptions,
  type FindingGroup,
  type Report,
  type RunOutcome,
  readBaseline,
  refreshBaseline,
  type Waiver,
} from "../../check/index.js";
import { readInputFile } from "../input/read-input-file.js";
import { type Io, UsageError } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";
import { writeFileAtomic } from "./write-file-atomic.js";

/** Applies the baseline to a report and, with `--update-baseline`, rewrites the baseline file. */
export type BaselineApplier = (report: Report, run: BaselineRun) => Report;

/** The name of the command and how it computes the outcome. */
export type BaselineRun = { readonly command: string; readonly getOutcome: (report: Report) => RunOutcome };

/**
 * Reads the baseline of the settings. Without a baseline, reports stay unchanged.
 *
 * With `--update-baseline` the file is rewritten and all newly accepted findings are printed. To accept findings, `--reason` is
 * required (UsageError). A run that did not check everything leaves the file unchanged, because findings that it missed may still exist.
 *
 * @throws SettingsError when the file is not a baseline.
 */
export function openBaseline(settings: RunSettings, io: Io): BaselineApplier {
  const { baseline: path, updateBaseline = false } = settings;
  if (path === undefined) return (report) => report;
  const today = io.today ?? "";
  const waivers = readWaivers(path, updateBaseline);
  return (report, { command, getOutcome }) => {
    const applied = applyBaseline(report, { path, waivers, today });
    if (!updateBaseline) return applied;
    if (getOutcome(applied).reasons === undefined)
      return updateBaselineFile(applied, { path, waivers, settings, today, io });
    io.stderr(`contract ${command}: ${path} is unchanged because not everything was checked\n`);
    return applied;
  };
}

/** Returns whether the baseline of the settings accepts a fingerprint now. */
export function createAcceptedPredicate({ baseline, updateBaseline = false }: RunSettings, { today = "" }: Io) {
  const waivers = baseline === undefined ? [] : readWaivers(baseline, updateBaseline);
  const valid = waivers.filter(({ expires }) => expires === undefined || expires >= today);
  const accepted = new Set(valid.map(({ fingerprint }) => fingerprint));
  return (fingerprint: string): boolean => accepted.has(fingerprint);
}

type BaselineUpdate = {
  readonly path: string;
  readonly waivers: readonly Waiver[];
  readonly settings: RunSettings;
  readonly today: string;
  readonly io: Io;
};

function updateBaselineFile(report: Report, { path, waivers, settings, today, io }: BaselineUpdate): Report {
  const next = refreshBaseline(waivers, report, createBaselineAcceptance(settings, today));
  const count = next.accepted.length;
  if (count > 0 && (settings.reason ?? "").trim() === "") {
    const findings = count === 1 ? "1 finding" : `${count} findings`;
    throw new UsageError(
      `--update-baseline: ${findings} would be accepted; give a reason with --reason "..." (nothing was written)`,
    );
  }
  if (count > 0 && settings.expires !== undefined && settings.expires < today)
    throw new UsageError(
      `--expires ${settings.expires}: the date is in the past, so that nothing would be accepted (nothing was written)`,
    );
  writeFileAtomic(path, serializeBaseline(path, next.waivers));
  for (const line of formatBaselineChanges(report, next.accepted)) io.stderr(`${line}\n`);
  io.stderr(`wrote ${path} (${next.waivers.length} accepted)\n`);
  return applyBaseline(report, { path, waivers: next.waivers, today });
}

function createBaselineAcceptance({ reason, ticket, expires }: RunSettings, today: string): BaselineUpdateOptions {
  return {
    today,
    ...(reason === undefined ? {} : { reason }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** Formats one line per newly accepted finding and per fixed one. */
function formatBaselineChanges({ baseline }: Report, accepted: readonly FindingGroup[]): string[] {
  const added = accepted.map(({ state, fingerprint, code, operationId, message }) => {
    const action = state === "expired" ? "accepted again" : "accepted";
    return `${action} ${fingerprint} ${code} ${operationId ?? "not in the spec"}: ${message}`;
  });
  const gone = (baseline?.fixed ?? []).map(({ fingerprint, code, operation }) =>
    `fixed, removed ${fingerprint} ${code ?? ""} ${operation ?? ""}`.trimEnd(),
  );
  return [...added, ...gone];
}

/** A missing baseline is an error unless `--update-baseline` creates it. */
function readWaivers(path: string, mayBeAbsent: boolean): readonly Waiver[] {
  if (existsSync(path)) return readBaseline(path, readInputFile(path, "give a baseline, or the name of a new one"));
  if (mayBeAbsent) return [];
  throw new UsageError(`${path}: baseline does not exist; create it with --update-baseline --reason "..."`);
}

function serializeBaseline(path: string, waivers: readonly Waiver[]): string {
  const content = { schemaVersion: 2, waivers };
  if (path.endsWith(".json")) return `${JSON.stringify(content, null, 2)}\n`;
  return `# Accepted findings. contract check --update-baseline --reason "..." adds to them.\n${stringify(content, { lineWidth: 0 })}`;
}
