/** Tests of `contract token`: it waits for a starting sandbox, and explains what to do if none is running. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeStaleCredentials } from "../../../src/cli/actions/sandbox.js";
import { waitForSandbox } from "../../../src/cli/actions/token.js";
import type { Io } from "../../../src/cli/process/io.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { serveForTest } from "../../serve.js";
import { createFolder, runContract } from "../run-contract.js";

async function startSandbox(): Promise<Sandbox> {
  const running = await createSandbox({ data: "none" });
  onTestFinished(() => running.close());
  return running;
}

/** Credentials as `contract sandbox` writes them. */
function serializeCredentials({ url, demo }: Sandbox, adminUrl?: string): string {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  return JSON.stringify({ ...demo, url, adminUrl });
}

/** Another program, of HTTP or of another protocol. Returns its URL. */
async function startOther(protocol = "HTTP"): Promise<string> {
  const server =
    protocol === "HTTP"
      ? createServer((_, response) => response.writeHead(404).end())
      : createTcpServer((socket) => socket.on("error", () => {}).end("SSH-2.0-other\r\n"));
  return serveForTest(server);
}

/** Credentials of a sandbox that has ended. */
async function createStaleCredentials(): Promise<string> {
  const ended = await createSandbox({ data: "none" });
  await ended.close();
  return serializeCredentials(ended);
}

/** On a busy machine, a sandbox may take longer than two seconds to start. */
const NOTE = /^(?:contract token: waiting up to 30 s for the sandbox: .*\n)?$/;

test("waits until the sandbox has written its credentials", async () => {
  const file = join(createFolder({}), "credentials.json");
  const result = runContract(["token", "--env", "--credentials", file]);
  const running = await startSandbox();
  writeFileSync(file, serializeCredentials(running));
  const { code, stdout, stderr } = await result;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(NOTE) });
  expect([...stdout.matchAll(/^export (\w+)='[^']+'$/gm)].map(([, name]) => name)).toEqual([
    ...["URL", "BILLING_URL", "APPLICATION", "BUSINESS", "TOKEN"],
  ]);
  expect(stdout).toContain(`export URL='${running.url}'`);
});

test("reads the file again while an earlier sandbox's address does not respond", async () => {
  const file = join(createFolder({ "credentials.json": await createStaleCredentials() }), "credentials.json");
  const result = runContract(["token", "--credentials", file]);
  writeFileSync(file, serializeCredentials(await startSandbox()));
  expect(await result).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/),
    stderr: expect.stringMatching(NOTE),
  });
});

test("a service that rejects the key gets no second request", async () => {
  const running = await startSandbox();
  const other = await startSandbox();
  const mixed = JSON.stringify({ ...JSON.parse(serializeCredentials(running)), privateKey: other.demo?.privateKey });
  const file = join(createFolder({ "credentials.json": mixed }), "credentials.json");
  expect(await runContract(["token", "--credentials", file])).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^contract token: http:\S+ rejected the assertion with 401: .+\n$/),
  });
});

test("leaves only the sign-in in the log of the sandbox", async () => {
  const running = await startSandbox();
  const text = serializeCredentials(running, running.adminUrl);
  const file = join(createFolder({ "credentials.json": text }), "credentials.json");
  expect((await runContract(["token", "--credentials", file])).code).toBe(0);
  const log = JSON.parse(await (await fetch(`${running.adminUrl}/requests.har`)).text());
  const requests = log.log.entries.map(({ request }: { request: { method: string; url: string } }) => request);
  expect(requests.map(({ method, url }: { method: string; url: string }) => `${method} ${url}`)).toEqual([
    `POST ${running.url}/token`,
  ]);
});

test.each(["HTTP", "SSH"])(
  "reports at once that another program uses the port of the sandbox: %s",
  async (protocol) => {
    const url = await startOther(protocol);
    const { port } = new URL(url);
    const text = serializeCredentials({ ...(await startSandbox()), url });
    const file = join(createFolder({ "credentials.json": text }), "credentials.json");
    expect(await runContract(["token", "--credentials", file, "--wait", "100000"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        `contract token: port ${port} is in use by another program: ${url} (from ${file}) responds, ` +
        'but not as a sandbox does; start a sandbox on a free port with "npx contract sandbox --port <number>"\n',
    });
    await removeStaleCredentials(file);
    expect(existsSync(file)).toBe(false);
  },
);

test("without a file, reports at once that another program uses the port of a sandbox", async () => {
  const url = await startOther();
  const file = join(createFolder({}), "credentials.json");
  const reported: string[] = [];
  const io = { signal: new AbortController().signal, stderr: (text: string) => reported.push(text) } as unknown as Io;
  const waiting = waitForSandbox({ file, wait: 100_000, defaultAddress: { url } }, io);
  await expect(waiting).rejects.toThrow(`port ${new URL(url).port} is in use by another program: ${url} responds`);
  expect(reported).toEqual([]);
});

test("reports after two seconds what it waits for", async () => {
  const file = join(createFolder({}), "credentials.json");
  const { code, stderr } = await runContract(["token", "--credentials", file, "--wait", "3"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      `contract token: waiting up to 3 s for the sandbox: ${file} does not exist\n` +
      `contract token: no sandbox is running in this directory: ${file} does not exist after 3 s; ` +
      'start one with "npx contract sandbox" and see its output if it ends, or name the file of another with --credentials\n',
  });
});

test.each([
  [
    "a sandbox that has ended",
    createStaleCredentials,
    /no sandbox is running: http:\S+ \(from .*\) does not respond; start one with/,
  ],
  ["no JSON", async () => "{", /has no url, audience, applicationId, privateKey: expected the strings url,/],
  [
    "an address elsewhere, which is not waited for",
    async () => '{"url": "http://service.invalid", "audience": "a", "applicationId": "b", "privateKey": "c"}',
    /http:\/\/service\.invalid \(from .*\) does not respond; check "url" in the file/,
  ],
])("reports what is wrong with credentials of %s", async (what, text, message) => {
  const file = join(createFolder({ "credentials.json": await text() }), "credentials.json");
  const wait = what.startsWith("an address") ? [] : ["--wait", "0"];
  const { code, stderr } = await runContract(["token", "--credentials", file, ...wait]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test("a starting sandbox removes only the files of an earlier one", async () => {
  const running = serializeCredentials(await startSandbox());
  const folder = createFolder({
    "stale.json": await createStaleCredentials(),
    "running.json": running,
    "notes.json": '{"url": 1}',
  });
  for (const name of ["stale.json", "running.json", "missing.json"]) await removeStaleCredentials(join(folder, name));
  await expect(removeStaleCredentials(join(folder, "notes.json"))).rejects.toThrow("is not a credentials file");
  const left = ["stale.json", "running.json", "notes.json"].filter((name) => existsSync(join(folder, name)));
  expect(left).toEqual(["running.json", "notes.json"]);
  expect(readFileSync(join(folder, "running.json"), "utf8")).toBe(running);
});
