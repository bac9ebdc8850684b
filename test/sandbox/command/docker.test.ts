/** The commands of the compose files, started without containers: only addresses of the container network differ. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { bundledCommand } from "../../bundled.js";
import { createFolder } from "../../cli/run-contract.js";
import { describeEngine } from "../engines.js";

type Compose = {
  readonly services: Readonly<
    Record<string, { readonly command?: readonly string[]; readonly ports?: readonly string[] }>
  >;
};

const readServices = (name: string) => (parse(readFileSync(`docker/compose.${name}.yaml`, "utf8")) as Compose).services;

/** Runs the command of a service on free ports, and resolves with its admin URL when it is ready. */
async function startService(command: readonly string[], database: string): Promise<string> {
  const [node, main] = bundledCommand();
  const args = command.map((arg) =>
    arg
      .replace(/^--database=.*$/, `--database=${database}`)
      .replace(/^(--(?:admin-|billing-)?port)=\d+$/, "$1=0")
      .replace(/\$\{SANDBOX_ADMIN_TOKEN[^}]*\}/, "token"),
  );
  const child = spawn(node, [main, ...args], { cwd: createFolder({}) });
  onTestFinished(async () => {
    child.kill("SIGINT");
    if (child.exitCode === null) await once(child, "exit");
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/admin +http/);
  return /admin +(\S+)/.exec(output)?.[1] ?? "";
}

async function readClock(adminUrl: string, token: string): Promise<number> {
  return (await fetch(`${adminUrl}/clock`, { headers: { Authorization: `Bearer ${token}` } })).status;
}

test("the service of the SQLite file starts, and its admin address requires the token", async () => {
  const { sandbox } = readServices("sqlite");
  const url = await startService(sandbox?.command ?? [], ":memory:");
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect([await readClock(url, "token"), await readClock(url, "other")]).toEqual([200, 401]);
});

describeEngine("postgres", "the replicas of the PostgreSQL file", (_, { newTarget }) => {
  test("are one service", async () => {
    const services = readServices("postgres");
    const database = await newTarget();
    const names = ["sandbox-1", "sandbox-2"];
    const urls = await Promise.all(names.map((name) => startService(services[name]?.command ?? [], database)));
    const init = { method: "PUT", headers: { Authorization: "Bearer token", "Content-Type": "application/json" } };
    await fetch(`${urls[0]}/clock`, {
      ...init,
      body: JSON.stringify({ mode: "freeze", time: "2030-01-01T00:00:00Z" }),
    });
    const response = await fetch(`${urls[1]}/clock`, { headers: init.headers });
    expect(await response.json()).toMatchObject({ mode: "frozen", time: "2030-01-01T00:00:00.000Z" });
  });
});

test("published ports are those of the commands, on loopback", () => {
  for (const name of ["sqlite", "postgres"])
    for (const { command, ports } of Object.values(readServices(name))) {
      const listening = (command ?? []).flatMap((arg) => /^--(?:admin-|billing-)?port=(\d+)$/.exec(arg)?.[1] ?? []);
      expect(ports ?? []).toEqual(listening.map((port) => `127.0.0.1:${port}:${port}`));
    }
});

test("an admin address beyond loopback needs a token", async () => {
  const [node, main] = bundledCommand();
  const child = spawn(node, [main, "sandbox", "--admin-host", "0.0.0.0", "--port", "0", "--admin-port", "0"], {
    cwd: createFolder({}),
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(child, "exit");
  expect([code, output]).toEqual([
    2,
    expect.stringContaining("the admin address 0.0.0.0 is not loopback: set an admin token"),
  ]);
});
