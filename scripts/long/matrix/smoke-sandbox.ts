import { findAlarms } from "./alarms.js";
import { type CommandEnvironment, run, runSuccessfully, start } from "./command.js";
import type { Installed } from "./smoke.js";

const SANDBOX = ["contract", "sandbox", "--port", "0", "--admin-port", "0", "--database", ":memory:"];

/**
 * Starts the sandbox if Node.js has SQLite. Otherwise the error message must have the install command of the package manager; cells
 * without TypeScript then run that command and start the sandbox.
 */
export async function smokeSandbox({ environment, manager, cell }: Installed): Promise<void> {
  const { stdout } = await runSuccessfully(environment, [
    "node",
    "-p",
    "require('node:module').isBuiltin('node:sqlite')",
  ]);
  if (stdout.trim() === "true") return startSandbox(environment);
  const failed = await run(environment, [...manager.exec, ...SANDBOX]);
  const [, line = ""] = /run: (.*@photostructure\/sqlite@\S+) \(or/.exec(failed.stderr) ?? [];
  const [kind = ""] = cell.manager.split("@");
  if (failed.code === 0 || !line.startsWith(`${kind} `))
    throw new Error(`without SQLite: exit code ${failed.code}, expected a line for ${kind}, got ${failed.stderr}`);
  if (cell.typescript !== "none") return;
  const alarms = findAlarms(await runSuccessfully(environment, line.split(" ")));
  if (alarms.length > 0) throw new Error(`${line}:\n${alarms.join("\n")}`);
  await startSandbox(environment);
}

async function startSandbox(environment: CommandEnvironment): Promise<void> {
  const child = start(environment, SANDBOX);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
      child.once("close", (code) => reject(new Error(`the sandbox ends with ${code}: ${stderr}`)));
    });
    const { status } = await fetch(`${url}/businesses/1/orders`);
    if (status !== 401) throw new Error(`the sandbox responds with ${status} to a request without a token`);
  } finally {
    child.kill("SIGTERM");
  }
  const code = await ended;
  if (code !== 0 || /error/i.test(stderr)) throw new Error(`the sandbox ends with ${code}: ${stderr}`);
}
