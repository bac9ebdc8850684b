import { alarmsIn } from "./alarms.js";
import { type Machine, run, start, succeed } from "./command.js";
import type { Installed } from "./smoke.js";

const SANDBOX = ["contract", "sandbox", "--port", "0", "--admin-port", "0", "--database", ":memory:"];

/**
 * Starts the sandbox where Node.js has SQLite. Where it has none, the message names the package and the install line of the
 * package manager; cells without TypeScript then run that line and start the sandbox.
 */
export async function smokeSandbox({ machine, manager, cell }: Installed): Promise<void> {
  const { stdout } = await succeed(machine, ["node", "-p", "require('node:module').isBuiltin('node:sqlite')"]);
  if (stdout.trim() === "true") return startSandbox(machine);
  const refused = await run(machine, [...manager.exec, ...SANDBOX]);
  const [, line = ""] = /run: (.*@photostructure\/sqlite@\S+) \(or/.exec(refused.stderr) ?? [];
  const [kind = ""] = cell.manager.split("@");
  if (refused.code === 0 || !line.startsWith(`${kind} `))
    throw new Error(`without SQLite: exit code ${refused.code}, expected a line for ${kind}, got ${refused.stderr}`);
  if (cell.typescript !== "none") return;
  const alarms = alarmsIn(await succeed(machine, line.split(" ")));
  if (alarms.length > 0) throw new Error(`${line}:\n${alarms.join("\n")}`);
  await startSandbox(machine);
}

async function startSandbox(machine: Machine): Promise<void> {
  const child = start(machine, SANDBOX);
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
