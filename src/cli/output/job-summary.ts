import { appendFileSync, existsSync, statSync } from "node:fs";
import { formatMarkdownReport, type ReportInput } from "../../report/index.js";
import type { Io } from "../process/io.js";

/** GitHub refuses the whole summary of a step that is longer, in bytes. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** More is a page that nobody reads, and that a browser is slow to show. */
const MAX_SUMMARY_CHARACTERS = 256 * 1024;
/** A character of UTF-16 takes at most as many bytes of UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;
/** What runners of Azure Pipelines and of TeamCity set. */
const RUNNER_VARIABLES = ["TF_BUILD", "TEAMCITY_VERSION"];

/** Appends the report to the summary of the job on GitHub Actions; elsewhere there is none. */
export function appendJobSummary(told: ReportInput, { env, stderr }: Io): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === "") return;
  try {
    const before = existsSync(file) ? statSync(file).size : 0;
    const room = Math.min(
      MAX_SUMMARY_CHARACTERS,
      Math.floor((MAX_SUMMARY_BYTES - before) / MAX_BYTES_PER_CHARACTER) - 1,
    );
    const text = formatMarkdownReport(told, room);
    if (text.length <= room) appendFileSync(file, `${text}\n`);
    else stderr(`contract: ${file} is full: the report is not added to the summary of the job\n`);
  } catch (error) {
    // The verdict stands without it.
    stderr(`contract: the summary of the job could not be written: ${(error as Error).message}\n`);
  }
}

/**
 * The runners of some CIs read what a step prints and do what lines ask that look like commands, wherever they come from.
 * What is printed there holds none but those of the format that is made of them.
 */
export function escapeWorkflowCommands(text: string, format: string, { env }: Io): string {
  const hasRunner = env.GITHUB_ACTIONS === "true" || RUNNER_VARIABLES.some((name) => (env[name] ?? "") !== "");
  if (!hasRunner || format === "github") return text;
  // An escape of JSON, so that a report in JSON says the same as before.
  return text.replaceAll(/##(\w*)\[/g, "##$1\\u005b").replaceAll(/^([^\S\n]*):(?=:)/gm, "$1\\u003a");
}
