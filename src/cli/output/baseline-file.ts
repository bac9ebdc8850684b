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
} from "../../gate/index.js";
import { readInputFile } from "../input/read-input-file.js";
import type { Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import type { RunSettings } from "../settings/run-settings.js";
import { writeFileAtomic } from "./write-file-atomic.js";

/** Lays a report beside the baseline, and writes that anew where it was asked for. */
export type BaselineApplier = (report: Report, run: BaselineRun) => Report;

/** The command that asks, and how it judges. */
export type BaselineRun = { readonly command: string; readonly getOutcome: (report: Report) => RunOutcome };

/**
 * Reads the baseline that the settings name; without one, reports stay as they are.
 *
 * With `--update-baseline` it is written anew, and everything that it accepts is told of: unless there is something to accept
 * and no reason is given (UsageError), or the run has not seen everything, for what it did not find may still be there.
 *
 * @throws SettingsError when the file is no baseline.
 */
export function openBaseline(settings: RunSettings, io: Io): BaselineApplier {
  const { baseline: path, updateBaseline = false } = settings;
  if (path === undefined) return (report) => report;
  const today = io.today ?? "";
  const waivers = readWaivers(path, updateBaseline);
  return (report, { command, getOutcome }) => {
    const laid = applyBaseline(report, { path, waivers, today });
    if (!updateBaseline) return laid;
    if (getOutcome(laid).kind !== "inconclusive")
      return updateBaselineFile(laid, { path, waivers, settings, today, io });
    io.stderr(`contract ${command}: ${path} is left as it was, for not everything could be judged\n`);
    return laid;
  };
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
      `--update-baseline: ${findings} would be accepted; say why with --reason "..." (nothing was written)`,
    );
  }
  if (count > 0 && settings.expires !== undefined && settings.expires < today)
    throw new UsageError(
      `--expires ${settings.expires}: that day has passed, and would accept nothing (nothing was written)`,
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

/** A line for everything that the baseline did not accept before, and for everything that it no longer needs to. */
function formatBaselineChanges({ baseline }: Report, accepted: readonly FindingGroup[]): string[] {
  const added = accepted.map(({ state, fingerprint, code, operationId, message }) => {
    const word = state === "expired" ? "accepted again" : "accepted";
    return `${word} ${fingerprint} ${code} ${operationId ?? "not in the contract"}: ${message}`;
  });
  const gone = (baseline?.fixed ?? []).map(({ fingerprint, code, operation }) =>
    `fixed, taken out ${fingerprint} ${code ?? ""} ${operation ?? ""}`.trimEnd(),
  );
  return [...added, ...gone];
}

/** One that is to be made need not be there; a run that only reads one must not go on without it. */
function readWaivers(path: string, mayBeAbsent: boolean): readonly Waiver[] {
  if (existsSync(path))
    return readBaseline(path, readInputFile(path, "give a baseline, or the name of one that is to be made"));
  if (mayBeAbsent) return [];
  throw new UsageError(`${path}: there is no such baseline; make it with --update-baseline --reason "..."`);
}

function serializeBaseline(path: string, waivers: readonly Waiver[]): string {
  const content = { schemaVersion: 1, waivers };
  if (path.endsWith(".json")) return `${JSON.stringify(content, null, 2)}\n`;
  return `# Findings that are accepted for now. contract check --update-baseline --reason "..." adds to them.\n${stringify(content, { lineWidth: 0 })}`;
}
