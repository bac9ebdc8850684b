import { Option } from "commander";
import type { SandboxCommandOptions } from "../actions/sandbox.js";
import { collectValues, parseBaseUrl, parsePort, parseSeconds } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract sandbox`. */
export const addSandboxCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("sandbox")
    .description("serve the service itself, with state that lasts, signed webhooks and a clock of its own")
    .option("--port <number>", "the port of the service", parsePort, 4020)
    .option("--admin-port <number>", "the port of the admin address, always on loopback", parsePort, 4021)
    .option(
      "--host <address>",
      "the address to listen on; other than loopback, deliveries reach the public internet only",
    )
    .option("--base-url <url>", "the base address as clients know it, when it is another", parseBaseUrl)
    .option("--database <target>", "a file, :memory: or postgres://… (default: .commerce-sandbox/sandbox.db)")
    .option("--data <name>", "fills a new database: none, small, large, or a seed-data file", "small")
    .option("--seed <text>", "the same seed, time and requests give the same bytes (default: by chance, and kept)")
    .option("--time <time>", "where the clock of a new database starts, such as 2026-03-14T09:30:00Z")
    .option("--freeze", "the clock stands until it is set or advanced")
    .option(
      "--allow-deliver-to <network>",
      "deliveries may go there too, such as 10.1.0.0/16 (repeatable)",
      collectValues,
    )
    .option("--insecure-delivery-tls", "do not verify the certificates of listeners; on loopback only")
    .option("--fast-retries", "repeat deliveries after 0.2, 0.5, 1 and 2 seconds")
    .option("--lenient-assertions", "accept assertions with times in milliseconds and long lives")
    .option("--token-lifetime <seconds>", "how long access tokens live", parseSeconds)
    .addOption(
      new Option(
        "--updated-at <whose>",
        "the updatedAt of a recorded order: as passed, or the time of the write",
      ).choices(["passed", "server"]),
    )
    .option("--credentials <file>", "where the credentials of the first client are written")
    .option("--admin-token <text>", "asked of every request to the admin address")
    .action(async (options: SandboxCommandOptions) => {
      const { runSandboxCommand } = await import("../actions/sandbox.js");
      setExitCode(await runSandboxCommand(options, io));
    });
};
