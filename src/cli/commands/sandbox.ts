import { Option } from "commander";
import { DATABASE_FILE } from "../../sandbox/demo-client/state-folder.js";
import type { SandboxCommandOptions } from "../actions/sandbox.js";
import { collectValues, parseBaseUrl, parsePort, parseSeconds } from "../options/option-parsers.js";
import { validateOrigin } from "../options/validate-origin.js";
import type { AddCommand } from "./command.js";

/** Declares `contract sandbox`. */
export const addSandboxCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("sandbox")
    .description("run a local service with persistent state, signed webhooks and a controllable clock")
    .option("--port <number>", "the port of the service", parsePort, 4020)
    .option("--admin-port <number>", "the port of the admin API", parsePort, 4021)
    .option(
      "--billing-port <number>",
      "the port of the billing service (default: that of the service plus 2)",
      parsePort,
    )
    .option("--single-address", "serve the billing service at the port of the service")
    .option("--host <address>", "the address to listen on; if not loopback, webhooks go to public addresses only")
    .option("--admin-host <address>", "the address of the admin API; if not loopback, it needs --admin-token")
    .option("--base-url <url>", "the base URL that clients use, if it differs", parseBaseUrl)
    .option("--billing-url <url>", "the same for the billing service", parseBaseUrl)
    .option("--database <target>", `a file, :memory: or postgres://… (default: ${DATABASE_FILE})`)
    .option("--data <name>", "the data of a new database: none, small, large, or a seed-data file", "small")
    .option(
      "--seed <text>",
      "the same seed, time and requests give the same bytes (default: random, stored in the database)",
    )
    .option("--time <time>", "the start time of a new database, such as 2026-03-14T09:30:00Z")
    .option("--freeze", "stop the clock until it is set or advanced")
    .option(
      "--allow-deliver-to <network>",
      "also allow webhooks to this network, such as 10.1.0.0/16 (repeatable)",
      collectValues,
    )
    .option(
      "--allow-origin <origin>",
      "also allow browser requests from pages of this origin, such as https://docs.example (repeatable)",
      (origin, origins: readonly string[] = []) => collectValues(validateOrigin(origin), origins),
    )
    .option("--insecure-delivery-tls", "do not verify TLS certificates of webhook receivers; loopback only")
    .option("--fast-retries", "retry webhooks after 0.2, 0.5, 1 and 2 seconds")
    .option("--lenient-assertions", "accept assertions with times in milliseconds or a long lifetime")
    .option("--token-lifetime <seconds>", "the lifetime of access tokens", parseSeconds)
    .option("--refresh-token-lifetime <seconds>", "the lifetime of refresh tokens", parseSeconds)
    .option("--refresh-grant-type <text>", "the grant_type of a request with a refresh token")
    .option("--include-by-default", "lists include histories and shipments unless the query says otherwise")
    .addOption(
      new Option("--reused-request-id <status>", "the status if a request id is reused with another payload").choices([
        "400",
        "422",
      ]),
    )
    .addOption(
      new Option(
        "--updated-at <whose>",
        "the updatedAt of a recorded order: the value in the request, or the time of the write",
      ).choices(["passed", "server"]),
    )
    .option("--credentials <file>", "the file for the credentials of the demo client")
    .option("--admin-token <text>", "the token that requests to the admin API must send")
    .action(async (options: SandboxCommandOptions) => {
      const { runSandboxCommand } = await import("../actions/sandbox.js");
      setExitCode(await runSandboxCommand(options, io));
    });
};
