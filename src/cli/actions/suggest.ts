import { createOverlay } from "../../suggest/index.js";
import { isInstalledSpec } from "../input/built-in-spec.js";
import { expandFileArguments } from "../input/expand-file-arguments.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import { writeFilesAtomically } from "../output/write-files-atomically.js";
import { assertWritableFile } from "../output/write-reports.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { type CheckCommandOptions, resolveSettingsWithTraffic } from "../settings/run-settings.js";
import { type EditPlan, type EditPlanOptions, planEdits } from "../suggest/edit-plan.js";
import { formatSuggestions } from "../suggest/format-suggestions.js";
import { writeInferredSpec } from "./infer-spec.js";

/** The options of `contract suggest`, as the command line gives them. */
export type SuggestCommandOptions = Pick<CheckCommandOptions, "config" | "spec" | "server" | "quiet"> & {
  readonly write?: boolean;
  readonly overlay?: string;
  /** A file for a description of the traffic alone. */
  readonly new?: string;
};

/** `contract suggest`: from the drift in recordings to the smallest edits of the description that know of it. */
export async function runSuggestCommand(
  traffic: readonly string[],
  options: SuggestCommandOptions,
  io: Io,
): Promise<ExitCode> {
  if (options.new !== undefined) return writeInferredSpec(traffic, { ...options, new: options.new }, io);
  assertWritableFile(options.overlay);
  const settings = resolveSettingsWithTraffic(traffic, options, "files, folders or globs");
  if (options.write === true && isInstalledSpec(settings.spec))
    throw new UsageError(
      `--write would edit ${settings.spec} of the installed package, which the next installation puts back; give a description of your own with --spec FILE, or keep the edits beside it with --overlay FILE`,
    );
  const files = await expandFileArguments(settings.traffic);
  const means: EditPlanOptions = {
    spec: settings.spec,
    servers: settings.servers,
    files,
    io,
    quiet: options.quiet ?? false,
  };
  const shared = await planEdits(means, true);
  // That an unknown error looks like the others is a guess; where it does not, it stands for itself.
  const plan = shared.hasSharedGuess && shared.newFindings.length > 0 ? await planEdits(means, false) : shared;
  if (plan.newFindings.length > 0) {
    const codes = [...new Set(plan.newFindings.map(({ code }) => code))].sort().join(", ");
    io.stderr(`contract suggest: with these edits the same traffic would be told of for something else: ${codes}\n`);
  }
  io.stdout(formatSuggestions(plan.edits, plan.openQuestions));
  for (const it of plan.incompleteReasons) io.stderr(`contract suggest: ${it}\n`);
  const done = plan.edits.filter(({ diff }) => diff !== undefined).map(({ suggestion }) => suggestion);
  if (options.overlay !== undefined)
    writeFileAtomic(options.overlay, `${JSON.stringify(createOverlay(done, plan.title), null, 2)}\n`);
  if (options.write === true && plan.texts.size > 0) {
    assertNoNewFindings(plan);
    writeFilesAtomically([...plan.texts].map(([path, { before, after }]) => ({ path, before, after })));
    io.stderr(`wrote ${[...plan.texts.keys()].sort().join(", ")}\n`);
  }
  return plan.incompleteReasons.length > 0 ? 2 : 0;
}

function assertNoNewFindings({ newFindings, newDiagnostics: [problem] }: EditPlan): void {
  if (problem !== undefined)
    throw new UsageError(`the edits would bring a problem of the description: ${problem.message}; nothing was written`);
  if (newFindings.length > 0) throw new UsageError("the edits would bring other findings; nothing was written");
}
