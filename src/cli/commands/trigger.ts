import { CREDENTIALS_FILE } from "../../sandbox/demo-client/state-folder.js";
import type { TriggerCommandOptions } from "../actions/trigger.js";
import type { AddCommand } from "./command.js";

/** Declares `contract trigger`. */
export const addTriggerCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("trigger")
    .description("make an order in the sandbox, or change one, so that it publishes an event")
    .argument("<event>", "order.opened, order.completed, order.cancelled or order.updated")
    .option("--business <id>", "the business of the order (default: the first one of the demo application)")
    .option("--order <id>", "the order to change or to create")
    .option("--admin-url <url>", "the admin address (default: that of the credentials file)")
    .option("--admin-token <text>", "the token of the admin address")
    .option("--credentials <file>", "the credentials file that contract sandbox writes", CREDENTIALS_FILE)
    .action(async (event: string, options: TriggerCommandOptions) => {
      const { runTriggerCommand } = await import("../actions/trigger.js");
      setExitCode(await runTriggerCommand(event, options, io));
    });
};
