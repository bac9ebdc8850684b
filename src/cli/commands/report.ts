import type { ReportCommandOptions } from "../actions/report.js";
import { parseWaitSeconds } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import { addStreamOptions, STREAM_URL } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract report`. */
export const addReportCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("report")
    .description("report what the workers have found, over a range of time")
    .argument(...STREAM_URL)
    .option(
      "--since <time>",
      "the start, such as 24h, 7d or 2026-01-31T09:00:00Z; rounded down to the hour (default: all)",
    )
    .option("--until <time>", "the end; rounded up to the hour (default: now)")
    .option("--wait <seconds>", "how long to wait for chunks that are not checked yet (default: 0)", parseWaitSeconds)
    .option("--spec-version <version>", "the version of the spec, which the worker prints (default: the newest)");
  addBaselineOptions(addReportOptions(addStreamOptions(command))).action(
    async (url: string, options: ReportCommandOptions) => {
      const { runReportCommand } = await import("../actions/report.js");
      setExitCode(await runReportCommand(url, options, io));
    },
  );
};
