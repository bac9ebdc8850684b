/** Starts of `contract sandbox` in a temporary directory, also several at once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundledCommand } from "../../bundled.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

const ANYWHERE = ["sandbox", "--port", "0", "--admin-port", "0", "--database", ":memory:"];

type Started = {
  readonly url: string;
  readonly output: () => string;
  readonly interrupted: () => Promise<number | null>;
};

/** Resolves when the sandbox listens. */
async function start(cwd: string, ...args: string[]): Promise<Started> {
  const [node, main] = bundledCommand();
  const child: ChildProcess = spawn(node, [main, ...ANYWHERE, ...args], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stderr?.on("data", (chunk) => {
    output += String(chunk);
  });
  if (child.stdout === null) throw new Error("it has no stdout");
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  await expect.poll(() => output).toContain("curl");
  return {
    url,
    output: () => output,
    interrupted: async () => {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      return (await ended)[0] as number | null;
    },
  };
}

const urlIn = (file: string): string => (JSON.parse(readFileSync(file, "utf8")) as { url: string }).url;

test("a second sandbox keeps the credentials of the running first one", async () => {
  const folder = createFolder({});
  const own = join(folder, ".commerce-sandbox");
  const usual = join(own, "credentials.json");
  const first = await start(folder);
  const before = [urlIn(usual), readFileSync(join(own, "key.pem"), "utf8")];
  expect(before[0]).toBe(first.url);

  const second = await start(folder);
  const port = new URL(second.url).port;
  expect([urlIn(usual), readFileSync(join(own, "key.pem"), "utf8")]).toEqual(before);
  expect(urlIn(join(own, `credentials-${port}.json`))).toBe(second.url);
  expect(second.output()).toContain(
    `.commerce-sandbox/credentials.json belongs to the running sandbox at ${first.url}.`,
  );
  expect(second.output()).toContain(
    `npx contract token --env --credentials .commerce-sandbox/credentials-${port}.json`,
  );
  expect(await second.interrupted()).toBe(0);
  for (const name of [`credentials-${port}.json`, `key-${port}.pem`]) expect(existsSync(join(own, name))).toBe(false);

  expect(await first.interrupted()).toBe(0);
  const third = await start(folder);
  expect(urlIn(usual)).toBe(third.url);
});

describe("a failed start suggests a solution", () => {
  const IN_USE = /^contract sandbox: cannot listen on 127\.0\.0\.1, port \d+: .*EADDRINUSE.*; choose another with /;
  const taken = async (): Promise<string> => new URL(await serveForTest(createServer())).port;

  test("if its port is in use", async () => {
    const { code, stderr } = await runContract([...ANYWHERE, "--port", await taken()]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`${IN_USE.source}--port\n$`)),
    });
  });

  test.each(["--admin-port", "--billing-port"])("if the port of %s is in use", async (option) => {
    const { code, stderr } = await runContract([...ANYWHERE, option, await taken()]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`${IN_USE.source}${option}\n$`)),
    });
  });

  test.each([
    [
      "--host",
      "203.0.113.7",
      /^contract sandbox: cannot listen on 203\.0\.113\.7, port 0: .*; choose another with --host\n$/,
    ],
    [
      "--data",
      "nofile.json",
      /nofile\.json: file does not exist; expected none, small, large or the path of a YAML or JSON seed-data file/,
    ],
    ["--data", "src", /src: is a directory; expected none, small, large or the path of a YAML or JSON seed-data file/],
  ])("%s %s", async (option, value, message) => {
    const { code, stderr } = await runContract([...ANYWHERE, option, value]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });
});

test("credentials do not replace another file, and the state folder is not for version control", async () => {
  const folder = createFolder({ "package.json": '{ "name": "mine" }' });
  const [node, main] = bundledCommand();
  const child = spawn(node, [main, ...ANYWHERE, "--credentials", "package.json"], { cwd: folder });
  const [code] = await once(child, "exit");
  expect([code, readFileSync(join(folder, "package.json"), "utf8")]).toEqual([2, '{ "name": "mine" }']);
  const sandbox = await start(folder);
  expect(readFileSync(join(folder, ".commerce-sandbox/.gitignore"), "utf8")).toBe("*\n");
  await sandbox.interrupted();
});
