import { SHELL_VARIABLES } from "../../sandbox/demo-client/sign-in.js";
import { CREDENTIALS_FILE } from "../../sandbox/demo-client/state-folder.js";
import type { TokenCommandOptions } from "../actions/token.js";
import { parseWaitSeconds } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract token`. */
export const addTokenCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("token")
    .description("sign in to the sandbox with a self-signed assertion and print the access token")
    .option("--credentials <file>", "the credentials file that contract sandbox writes", CREDENTIALS_FILE)
    .option(
      "--env",
      `print ${SHELL_VARIABLES.slice(0, -1).join(", ")} and ${SHELL_VARIABLES.at(-1)}: eval "$(contract token --env)"`,
    )
    .option(
      "--wait <seconds>",
      "how long to wait for a sandbox that is starting; 0 does not wait",
      parseWaitSeconds,
      30,
    )
    .action(async (options: TokenCommandOptions) => {
      const { runTokenCommand } = await import("../actions/token.js");
      setExitCode(await runTokenCommand(options, io));
    });
};
