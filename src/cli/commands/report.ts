import type { ReportCommandOptions } from "../actions/report.js";
import { parseWaitSeconds } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import { addStreamOptions, STREAM_URL } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract report`. */
export const addReportCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("report")
    .description("print one report of everything that contract worker has checked in a time range")
    .argument(...STREAM_URL)
    .option(
      "--since <time>",
      "the start of the time range, such as 24h (ago), 7d or 2026-01-31T09:00:00Z; rounded down to the hour (default: the oldest result)",
    )
    .option("--until <time>", "the end of the time range, in the same forms; rounded up to the hour (default: now)")
    .option(
      "--wait <seconds>",
      "the maximum time to wait until all published traffic is checked (default: 0)",
      parseWaitSeconds,
    )
    .option(
      "--spec-version <version>",
      "report only results of this spec version; contract worker prints it (default: the newest)",
    );
  addBaselineOptions(addReportOptions(addStreamOptions(command))).action(
    async (url: string, options: ReportCommandOptions) => {
      const { runReportCommand } = await import("../actions/report.js");
      setExitCode(await runReportCommand(url, options, io));
    },
  );
};
