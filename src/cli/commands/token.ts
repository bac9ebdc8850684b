import type { TokenCommandOptions } from "../actions/token.js";
import { parseWaitSeconds } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract token`. */
export const addTokenCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("token")
    .description("sign in by a self-signed assertion, and print the access token")
    .option("--credentials <file>", "what contract sandbox has written", ".commerce-sandbox/credentials.json")
    .option("--env", 'print URL, BILLING_URL, APPLICATION, BUSINESS and TOKEN: eval "$(contract token --env)"')
    .option("--wait <seconds>", "wait this long for a sandbox that is starting; 0 does not wait", parseWaitSeconds, 30)
    .action(async (options: TokenCommandOptions) => {
      const { runTokenCommand } = await import("../actions/token.js");
      setExitCode(await runTokenCommand(options, io));
    });
};
