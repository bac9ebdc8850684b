/** Tests of `contract token`: it waits for a starting sandbox, and explains what to do if none is running. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeStaleCredentials } from "../../../src/cli/sandbox/demo-credentials.js";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { createFolder, runContract } from "../run-contract.js";

async function startSandbox(): Promise<Sandbox> {
  const running = await createSandbox({ data: "none" });
  onTestFinished(() => running.close());
  return running;
}

/** Credentials as `contract sandbox` writes them. */
function serializeCredentials({ url, demo }: Sandbox): string {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  return JSON.stringify({ ...demo, url });
}

/** Credentials of a sandbox that has ended. */
async function createStaleCredentials(): Promise<string> {
  const ended = await createSandbox({ data: "none" });
  await ended.close();
  return serializeCredentials(ended);
}

test("waits until the sandbox has written its credentials", async () => {
  const file = join(createFolder({}), "credentials.json");
  const result = runContract(["token", "--env", "--credentials", file]);
  const running = await startSandbox();
  writeFileSync(file, serializeCredentials(running));
  const { code, stdout, stderr } = await result;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect([...stdout.matchAll(/^export (\w+)='[^']+'$/gm)].map(([, name]) => name)).toEqual([
    ...["URL", "BILLING_URL", "APPLICATION", "BUSINESS", "TOKEN"],
  ]);
  expect(stdout).toContain(`export URL='${running.url}'`);
});

test("reads the file again while an earlier sandbox's address does not respond", async () => {
  const file = join(createFolder({ "credentials.json": await createStaleCredentials() }), "credentials.json");
  const result = runContract(["token", "--credentials", file]);
  writeFileSync(file, serializeCredentials(await startSandbox()));
  expect(await result).toEqual({ code: 0, stdout: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/), stderr: "" });
});

test("a service that refuses the key is not asked again", async () => {
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

test("notes after two seconds what it waits for", async () => {
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
])("says what is wrong with credentials of %s", async (what, text, says) => {
  const file = join(createFolder({ "credentials.json": await text() }), "credentials.json");
  const wait = what.startsWith("an address") ? [] : ["--wait", "0"];
  const { code, stderr } = await runContract(["token", "--credentials", file, ...wait]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) });
});

test("a sandbox that starts removes what an earlier one left behind, and nothing else", async () => {
  const running = serializeCredentials(await startSandbox());
  const folder = createFolder({
    "stale.json": await createStaleCredentials(),
    "running.json": running,
    "notes.json": '{"url": 1}',
  });
  for (const name of ["stale.json", "running.json", "notes.json", "missing.json"])
    await removeStaleCredentials(join(folder, name));
  const left = ["stale.json", "running.json", "notes.json"].filter((name) => existsSync(join(folder, name)));
  expect(left).toEqual(["running.json", "notes.json"]);
  expect(readFileSync(join(folder, "running.json"), "utf8")).toBe(running);
});
