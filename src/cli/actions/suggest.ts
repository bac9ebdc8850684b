import { isSpecUrl } from "../../document/index.js";
import { createOverlay } from "../../suggest/index.js";
import { isInstalledSpec, reportBuiltInSpec } from "../input/built-in-spec.js";
import { expandFileArguments } from "../input/expand-file-arguments.js";
import type { CommandOptions } from "../options/command-table.js";
import { assertWritableFile } from "../output/assert-writable-file.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import { writeFilesAtomically } from "../output/write-files-atomically.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveSettingsWithTraffic } from "../settings/run-settings.js";
import { type EditPlan, type EditPlanOptions, planEdits } from "../suggest/edit-plan.js";
import { formatSuggestions } from "../suggest/format-suggestions.js";
import { writeInferredSpec } from "./infer-spec.js";

/** Runs `contract suggest`: suggests minimal spec edits that document the undocumented data of recordings. */
export async function runSuggestCommand(
  traffic: readonly string[],
  options: CommandOptions<"suggest">,
  io: Io,
): Promise<ExitCode> {
  if (options.new !== undefined) return writeInferredSpec(traffic, { ...options, new: options.new }, io);
  if (options.allHosts || options.pages || options.allRequests)
    throw new UsageError(
      "--all-hosts, --pages and --all-requests choose what a new spec describes; name its file with --new FILE",
    );
  assertWritableFile(options.overlay);
  const settings = resolveSettingsWithTraffic(traffic, options, { accepted: "files, directories or globs" });
  reportBuiltInSpec(settings, "suggest", io);
  if (options.write === true && isInstalledSpec(settings.spec))
    throw new UsageError(
      `--write would edit ${settings.spec} of the installed package, which the next installation overwrites; pass your own spec with --spec FILE, or write the edits to an overlay with --overlay FILE`,
    );
  if (options.write === true && isSpecUrl(settings.spec))
    throw new UsageError(`--write cannot edit ${settings.spec}; download the spec, or use --overlay FILE`);
  const files = await expandFileArguments(settings.traffic);
  const planOptions: EditPlanOptions = {
    spec: settings.spec,
    servers: settings.servers,
    files,
    io,
    quiet: options.quiet ?? false,
  };
  const shared = await planEdits(planOptions, true);
  // The first plan assumes that an undocumented error has the shared error schema. If that fails, each gets its own schema.
  const plan = shared.hasSharedGuess && shared.newFindings.length > 0 ? await planEdits(planOptions, false) : shared;
  if (plan.newFindings.length > 0) {
    const codes = [...new Set(plan.newFindings.map(({ code }) => code))].sort().join(", ");
    io.stderr(`contract suggest: with these edits the same traffic has new findings: ${codes}\n`);
  }
  io.stdout(formatSuggestions(plan.edits, plan.openQuestions));
  for (const it of plan.incompleteReasons) io.stderr(`contract suggest: ${it}\n`);
  const applied = plan.edits.filter(({ diff }) => diff !== undefined).map(({ suggestion }) => suggestion);
  if (options.overlay !== undefined)
    writeFileAtomic(options.overlay, `${JSON.stringify(createOverlay(applied, plan.title), null, 2)}\n`);
  if (options.write === true && plan.texts.size > 0) {
    assertNoNewFindings(plan);
    writeFilesAtomically([...plan.texts].map(([path, { before, after }]) => ({ path, before, after })));
    io.stderr(`wrote ${[...plan.texts.keys()].sort().join(", ")}\n`);
  }
  return plan.incompleteReasons.length > 0 ? 2 : 0;
}

function assertNoNewFindings({ newFindings, newDiagnostics: [diagnostic] }: EditPlan): void {
  if (diagnostic !== undefined)
    throw new UsageError(`nothing was written: the edited spec would be invalid: ${diagnostic.message}`);
  if (newFindings.length > 0)
    throw new UsageError("nothing was written: with the edits the traffic would have new findings");
}
