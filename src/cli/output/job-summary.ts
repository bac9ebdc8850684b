import { appendFileSync, existsSync, statSync } from "node:fs";
import type { Io } from "../process/io.js";

/** GitHub rejects a longer step summary. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** Browsers are slow to show longer pages. */
const MAX_SUMMARY_CHARACTERS = 256 * 1024;
/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Environment variables that the runners of Azure Pipelines and TeamCity set. */
const RUNNER_VARIABLES = ["TF_BUILD", "TEAMCITY_VERSION"];

/** Appends the report, in Markdown of at most a number of characters, to the job summary of GitHub Actions. Does nothing elsewhere. */
export function appendJobSummary(format: (limit: number) => string, { env, stderr }: Io): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === "") return;
  try {
    const before = existsSync(file) ? statSync(file).size : 0;
    const limit = Math.min(
      MAX_SUMMARY_CHARACTERS,
      Math.floor((MAX_SUMMARY_BYTES - before) / MAX_BYTES_PER_CHARACTER) - 1,
    );
    const text = format(limit);
    if (text.length <= limit) appendFileSync(file, `${text}\n`);
    else stderr(`contract: the report does not fit into the job summary ${file}\n`);
  } catch (error) {
    // The summary does not affect the result.
    stderr(`contract: cannot write the job summary: ${(error as Error).message}\n`);
  }
}

/**
 * Escapes lines that a CI runner would execute as workflow commands, since recordings can contain such lines. Only the
 * `github` format may print commands.
 */
export function escapeWorkflowCommands(text: string, format: string, { env }: Io): string {
  const hasRunner = env.GITHUB_ACTIONS === "true" || RUNNER_VARIABLES.some((name) => (env[name] ?? "") !== "");
  if (!hasRunner || format === "github") return text;
  // JSON escapes keep the value of JSON reports unchanged.
  return text.replaceAll(/##(\w*)\[/g, "##$1\\u005b").replaceAll(/^([^\S\n]*):(?=:)/gm, "$1\\u003a");
}
