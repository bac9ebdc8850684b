import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { findFreePort } from "../../../test/free-port.js";
import type { ForeignService } from "./services.js";

export type RunningService = {
  readonly url: string;
  readonly folder: string;
  /** The service's spec without the excluded paths, as JSON. */
  readonly spec: string;
  readonly stop: () => Promise<void>;
};

const TOOLS = import.meta.dirname;
const MAX_START_MS = 60_000;

/** Installs a service into its folder, once. */
export function installService({ name, install }: ForeignService, root: string): string {
  const folder = join(resolve(root), name.replaceAll(/\W+/g, "-"));
  const done = join(folder, ".installed");
  mkdirSync(folder, { recursive: true });
  if (existsSync(done) && readFileSync(done, "utf8") === install) return folder;
  execFileSync("bash", ["-ec", install], { cwd: folder, env: { ...process.env, TOOLS }, stdio: "inherit" });
  writeFileSync(done, install);
  return folder;
}

/** Starts an installed service on a free port and waits until it responds. @throws if it does not. */
export async function startService(service: ForeignService, folder: string): Promise<RunningService> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn("bash", ["-c", service.start], {
    ...{ cwd: folder, detached: true, stdio: ["ignore", "ignore", "ignore"] },
    env: { ...process.env, PORT: String(port) },
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  const since = Date.now();
  while (!(await isReady(origin + service.ready))) {
    if (child.exitCode !== null || Date.now() - since > MAX_START_MS) {
      await stop();
      throw new Error(`${service.name} does not start: ${service.start}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  const text = service.spec.startsWith("/")
    ? await (await fetch(origin + service.spec, { headers: readAuthHeader(service) })).text()
    : readFileSync(join(folder, service.spec), "utf8");
  return { url: origin + (service.base ?? ""), folder, spec: writeSpec(service, folder, text), stop };
}

function readAuthHeader({ auth = "" }: ForeignService): Record<string, string> {
  const [, name, value] = /^header:([^=]+)=(.*)$/.exec(auth) ?? [];
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function writeSpec({ exclude = [] }: ForeignService, folder: string, text: string): string {
  const spec = parse(text, { merge: true }) as { paths: Record<string, unknown> };
  for (const path of exclude) delete spec.paths[path];
  const file = join(folder, "spec.json");
  writeFileSync(file, JSON.stringify(spec, null, 1));
  return file;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status < 500;
  } catch {
    return false;
  }
}
