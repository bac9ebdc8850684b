import { createSpecAcceptance } from "../../report/accepted.js";
import { LINT_REPORTS } from "../../report/lint/formats.js";
import { rewriteSpec } from "../check/fix-specs.js";
import { lintSpecs } from "../check/run-setup.js";
import { toRelativePath } from "../input/relative-path.js";
import type { CommandOptions } from "../options/command-table.js";
import { createReportContext, readAcceptedFindings, writePage } from "../output/finish-run.js";
import { parseReportOutputs } from "../output/report-outputs.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract lint`: checks specs without traffic. The reports of the configuration are those of the gate. */
export function runLintCommand(named: readonly string[], options: CommandOptions<"lint">, io: Io): ExitCode {
  const { config, failOn, maxFindings, quiet, baseline, examples = true } = options;
  const settings = resolveSettings({ config, failOn, baseline });
  const paths = [...named, ...(options.spec ?? [])];
  if (paths.length === 0 && !settings.isSpecConfigured)
    throw new UsageError('no spec given; pass OpenAPI documents, or set "spec" in contract.config.yaml');
  const outputs = parseReportOutputs(options.format);
  const chosen = paths.length === 0 ? [settings.spec] : [...new Set(paths.map(toRelativePath))];
  const rules = { values: examples, levels: settings.levels };
  if (options.fix === true) for (const path of chosen) rewriteSpec(path, rules, io);
  const checked = lintSpecs(chosen, rules);
  const acceptance = createSpecAcceptance(readAcceptedFindings(settings.baseline, io));
  const specs = checked.specs.map((it) => ({ ...it, diagnostics: it.diagnostics.map(acceptance.accept) }));
  const input = {
    ...checked,
    specs,
    unused: acceptance.listUnused(),
    failOn: settings.failOn,
    maxFindings,
    ...createReportContext(io),
  };
  return writePage(input, LINT_REPORTS, { command: "lint", outputs, quiet, io });
}
