import { type Command, InvalidArgumentError, Option } from "commander";
import type { SandboxCommandOptions } from "../actions/sandbox.js";
import type { TokenCommandOptions } from "../actions/token.js";
import { parsePort } from "../options/parse-port.js";
import type { ExitCode, Io } from "../process/io.js";
import { addListenCommand } from "./listen.js";

/** The commands around the service itself: it, the token for it, and a listener for what it sends. */
export function addSandboxCommand(program: Command, io: Io, done: (code: ExitCode) => void): void {
  declareSandboxOptions(program, async (options) => {
    const { runSandboxCommand } = await import("../actions/sandbox.js");
    done(await runSandboxCommand(options, io));
  });

  program
    .command("token")
    .description("sign in by a self-signed assertion, and print the access token")
    .option("--credentials <file>", "what contract sandbox has written", ".commerce-sandbox/credentials.json")
    .option("--env", 'print URL, BILLING_URL, APPLICATION, BUSINESS and TOKEN: eval "$(contract token --env)"')
    .option("--wait <seconds>", "wait this long for a sandbox that is starting; 0 does not wait", parseWaitSeconds, 30)
    .action(async (options: TokenCommandOptions) => {
      const { runTokenCommand } = await import("../actions/token.js");
      done(await runTokenCommand(options, io));
    });

  addListenCommand(program, io, done);
}

function declareSandboxOptions(program: Command, run: (options: SandboxCommandOptions) => Promise<void>): void {
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
    .option("--allow-deliver-to <network>", "deliveries may go there too, such as 10.1.0.0/16 (repeatable)", collect)
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
    .action(run);
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

function parseWaitSeconds(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Give a number of seconds from 0.");
  return Number(value);
}

function parseSeconds(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Give a number of seconds from 1.");
  return Number(value);
}

function parseBaseUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError("Give a URL such as https://sandbox.example.");
  return value.replace(/\/+$/, "");
}
