import type { FailOn } from "../../gate/index.js";
import { LINT_FORMAT_NAMES } from "../../report/index.js";
import { LINT_REPORTS } from "../../report/lint/formats.js";
import { lintSpecs } from "../check/lint-specs.js";
import { toRelativePath } from "../input/relative-path.js";
import { createReportContext, writePage } from "../output/finish-run.js";
import { parseOutputsForFormats } from "../output/report-outputs.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveSettings } from "../settings/run-settings.js";

/** The options of `contract lint`, as the command line gives them. */
export type LintCommandOptions = {
  readonly config?: string;
  readonly format?: readonly string[];
  readonly failOn?: FailOn;
  readonly maxFindings?: number;
  readonly quiet?: boolean;
  readonly examples: boolean;
};

/** Runs `contract lint`: checks specs without traffic. The reports of the configuration are those of the gate. */
export function runLintCommand(paths: readonly string[], options: LintCommandOptions, io: Io): ExitCode {
  const { config, failOn, maxFindings, quiet, examples } = options;
  const settings = resolveSettings({
    ...(config === undefined ? {} : { config }),
    ...(failOn === undefined ? {} : { failOn }),
  });
  if (paths.length === 0 && !settings.isSpecConfigured)
    throw new UsageError('no spec given; pass OpenAPI documents, or set "spec" in contract.config.yaml');
  const outputs = parseOutputsForFormats(LINT_FORMAT_NAMES, options.format);
  const chosen = paths.length === 0 ? [settings.spec] : [...new Set(paths.map(toRelativePath))];
  const checked = lintSpecs(chosen, { values: examples, levels: settings.levels });
  const limit = maxFindings === undefined ? {} : { maxFindings };
  const input = { ...checked, failOn: settings.failOn, ...limit, ...createReportContext(io) };
  return writePage(input, LINT_REPORTS, { command: "lint", outputs, quiet, io });
}
