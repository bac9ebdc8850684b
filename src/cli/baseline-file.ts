import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stringify } from "yaml";
import {
  type Acceptance,
  type FindingGroup,
  type Report,
  readBaseline,
  updatedBaseline,
  type Waiver,
  withBaseline,
} from "../gate/index.js";
import type { CheckSettings } from "./check-settings.js";
import type { Io } from "./io.js";
import { UsageError } from "./usage-error.js";

/** A baseline on disk, beside the findings of runs. */
export type BaselineFile = {
  readonly lay: (report: Report) => Report;
  /**
   * Writes the baseline anew and tells of everything that it accepts.
   *
   * @throws UsageError when there is something to accept and no reason is given; then nothing is written.
   */
  readonly update: (report: Report, io: Io) => Report;
};

/** @throws SettingsError when the file is no baseline. */
export function openBaseline(path: string, settings: CheckSettings, today: string): BaselineFile {
  const waivers = readWaivers(path, settings.updateBaseline ?? false);
  const lay = (report: Report): Report => withBaseline(report, { path, waivers, today });
  return {
    lay,
    update: (report, io) => {
      const next = updatedBaseline(waivers, report, acceptance(settings, today));
      const count = next.accepted.length;
      if (count > 0 && (settings.reason ?? "").trim() === "") {
        const findings = count === 1 ? "1 finding" : `${count} findings`;
        throw new UsageError(
          `--update-baseline: ${findings} would be accepted; say why with --reason "..." (nothing was written)`,
        );
      }
      writeFileSync(path, baselineText(path, next.waivers));
      for (const line of changes(report, next.accepted)) io.stderr(`${line}\n`);
      io.stderr(`wrote ${path} (${next.waivers.length} accepted)\n`);
      return withBaseline(report, { path, waivers: next.waivers, today });
    },
  };
}

function acceptance({ reason, ticket, expires }: CheckSettings, today: string): Acceptance {
  return {
    today,
    ...(reason === undefined ? {} : { reason }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** A line for everything that the baseline did not accept before, and for everything that it no longer needs to. */
function changes({ baseline }: Report, accepted: readonly FindingGroup[]): string[] {
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
  if (existsSync(path)) return readBaseline(path, readFileSync(path, "utf8"));
  if (mayBeAbsent) return [];
  throw new UsageError(`${path}: there is no such baseline; make it with --update-baseline --reason "..."`);
}

function baselineText(path: string, waivers: readonly Waiver[]): string {
  const content = { schemaVersion: 1, waivers };
  if (path.endsWith(".json")) return `${JSON.stringify(content, null, 2)}\n`;
  return `# Findings that are accepted for now. contract check --update-baseline --reason "..." adds to them.\n${stringify(content, { lineWidth: 0 })}`;
}
