import { overlay } from "../suggest/index.js";
import { type CheckOptions, checkSettings } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { namedFiles } from "./named-files.js";
import { isInstalled } from "./own-contract.js";
import { suggestNew } from "./suggest-new.js";
import { type Means, type Plan, settle } from "./suggested-edits.js";
import { suggestionText } from "./suggestion-text.js";
import { expectFolder } from "./tell.js";
import { UsageError } from "./usage-error.js";
import { writeAll } from "./write-all.js";
import { writeWhole } from "./write-whole.js";

/** The options of `contract suggest`, as the command line gives them. */
export type SuggestOptions = Pick<CheckOptions, "config" | "spec" | "server" | "quiet"> & {
  readonly write?: boolean;
  readonly overlay?: string;
  /** A file for a description of the traffic alone. */
  readonly new?: string;
};

/** `contract suggest`: from the drift in recordings to the smallest edits of the description that know of it. */
export async function suggest(traffic: readonly string[], options: SuggestOptions, io: Io): Promise<ExitCode> {
  if (options.new !== undefined) return suggestNew(traffic, { ...options, new: options.new }, io);
  expectFolder(options.overlay);
  const settings = checkSettings(traffic, options, "files, folders or globs");
  if (options.write === true && isInstalled(settings.spec))
    throw new UsageError(
      `--write would edit ${settings.spec} of the installed package, which the next installation puts back; give a description of your own with --spec FILE, or keep the edits beside it with --overlay FILE`,
    );
  const files = await namedFiles(settings.traffic);
  const means: Means = { spec: settings.spec, servers: settings.servers, files, io, quiet: options.quiet ?? false };
  const shared = await settle(means, true);
  // That an unknown error looks like the others is a guess; where it does not, it stands for itself.
  const plan = shared.hasGuessed && shared.added.length > 0 ? await settle(means, false) : shared;
  if (plan.added.length > 0) {
    const codes = [...new Set(plan.added.map(({ code }) => code))].sort().join(", ");
    io.stderr(`contract suggest: with these edits the same traffic would be told of for something else: ${codes}\n`);
  }
  io.stdout(suggestionText(plan.edits, plan.openPoints));
  for (const it of plan.trouble) io.stderr(`contract suggest: ${it}\n`);
  const done = plan.edits.filter(({ diff }) => diff !== undefined).map(({ suggestion }) => suggestion);
  if (options.overlay !== undefined)
    writeWhole(options.overlay, `${JSON.stringify(overlay(done, plan.title), null, 2)}\n`);
  if (options.write === true && plan.texts.size > 0) {
    refuseWorse(plan);
    writeAll([...plan.texts].map(([path, { before, after }]) => ({ path, before, after })));
    io.stderr(`wrote ${[...plan.texts.keys()].sort().join(", ")}\n`);
  }
  return plan.trouble.length > 0 ? 2 : 0;
}

function refuseWorse({ added, newProblems: [problem] }: Plan): void {
  if (problem !== undefined)
    throw new UsageError(`the edits would bring a problem of the description: ${problem.message}; nothing was written`);
  if (added.length > 0) throw new UsageError("the edits would bring other findings; nothing was written");
}
