import { acceptSpecs } from "../../report/accepted.js";
import { joinList } from "../../report/formatting/text.js";
import { LINT_REPORTS } from "../../report/lint/formats.js";
import { lintSpecs } from "../check/run-setup.js";
import { toRelativePath } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { createReportContext, openReports } from "../output/finish-run.js";
import { showStatus } from "../output/progress.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract lint`: checks specs without traffic. The reports of the configuration are those of the gate. */
export async function runLintCommand(
  named: readonly string[],
  options: CommandOptions<"lint">,
  io: Io,
): Promise<ExitCode> {
  const { quiet, ...given } = options;
  const settings = resolveSettings(given);
  if (named.length === 0 && !settings.isSpecConfigured)
    throw new UsageError('no spec given; pass OpenAPI documents, or set "spec" in contract.config.yaml');
  const { baseline, write } = openReports("lint", { ...settings, quiet }, io);
  const chosen = named.length === 0 ? [settings.spec] : [...new Set(named.map(toRelativePath))];
  const rules = { values: true, levels: settings.levels };
  if (options.fix === true) {
    const { rewriteSpec } = await import("../check/fix-specs.js");
    for (const path of chosen) rewriteSpec(path, { ...rules, accepted: baseline.accepted }, io);
  }
  const text = `checking ${joinList(chosen, 1)}`;
  const checked = await showStatus(io, quiet === true, { text, work: () => lintSpecs(chosen, rules) });
  const input = { ...checked, failOn: settings.failOn, ...createReportContext(io) };
  return write(LINT_REPORTS, (accepted) => acceptSpecs(input, accepted));
}
