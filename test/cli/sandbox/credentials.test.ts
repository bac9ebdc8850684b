/** The credentials of a sandbox: the file that holds them, and what responds at their address. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeStaleCredentials, writeDemoCredentials } from "../../../src/cli/actions/sandbox.js";
import { waitForSandbox } from "../../../src/cli/actions/token.js";
import type { Io } from "../../../src/cli/process/io.js";
import { LOCAL_URL, probeSandbox, readSandboxCredentials } from "../../../src/cli/sandbox/sandbox-credentials.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { serveForTest } from "../../serve.js";
import { createFolder } from "../run-contract.js";

const CREDENTIALS = { url: "u", audience: "a", applicationId: "i", privateKey: "k" };

test.each<[text: string | undefined, message: string | undefined]>([
  [JSON.stringify(CREDENTIALS), undefined],
  [undefined, 'cannot read F: expected the file that "contract sandbox" writes; name it with --credentials'],
  [
    "{}",
    "F has no url, audience, applicationId, privateKey: expected the strings url, audience, applicationId, privateKey",
  ],
  [
    JSON.stringify({ ...CREDENTIALS, audience: 5 }),
    "F has no audience: expected the strings url, audience, applicationId, privateKey",
  ],
  [
    JSON.stringify(CREDENTIALS).slice(0, -1),
    "F is not JSON: expected an object with url, audience, applicationId, privateKey",
  ],
])("the file %j: %s", (text, message) => {
  const file = join(createFolder(text === undefined ? {} : { file: text }), "file");
  if (message === undefined) expect(readSandboxCredentials(file)).toEqual(CREDENTIALS);
  else expect(() => readSandboxCredentials(file)).toThrow(message.replace("F", file));
});

async function listen(listener: RequestListener | undefined): Promise<string> {
  const server =
    listener === undefined
      ? createTcpServer((socket) => socket.on("error", () => {}).end("SSH-2.0-other\r\n"))
      : createServer(listener);
  return serveForTest(server);
}

const TIME = "2026-03-14T09:30:00.000Z";
const json =
  (value: unknown): RequestListener =>
  (request, response) =>
    response.writeHead(request.url === "/health" ? 200 : 404).end(JSON.stringify(value));
const head =
  (status: number, headers: Readonly<Record<string, string>>): RequestListener =>
  (_, response) =>
    response.writeHead(status, { Date: new Date(TIME).toUTCString(), ...headers }).end();

test.each<[what: string, service: RequestListener | undefined, admin: RequestListener | undefined, found: unknown]>([
  [
    "a healthy sandbox",
    head(500, {}),
    json({ ready: true, clock: { time: TIME } }),
    { kind: "sandbox", now: Date.parse(TIME) },
  ],
  [
    "one that starts",
    head(405, { Allow: "POST" }),
    json({ ready: false, clock: { time: TIME } }),
    { kind: "sandbox", now: Date.parse(TIME) },
  ],
  ["another admin API", head(404, {}), head(200, {}), { kind: "other", status: 404 }],
  [
    "a sandbox without an admin API",
    head(405, { Allow: "POST" }),
    undefined,
    { kind: "sandbox", now: Date.parse(TIME) },
  ],
  ["a service with other methods", head(405, { Allow: "PUT" }), undefined, { kind: "other", status: 405 }],
  ["a service that accepts it", head(200, { Allow: "POST" }), undefined, { kind: "other", status: 200 }],
  ["another protocol", undefined, undefined, { kind: "other", status: 0 }],
])("%s", async (_, service, admin, found) => {
  const address = { url: await listen(service), ...(admin === undefined ? {} : { adminUrl: await listen(admin) }) };
  expect(await probeSandbox(address, 1000)).toEqual(found);
});

test("nothing responds", async () => {
  expect(await probeSandbox({ url: "http://127.0.0.1:1", adminUrl: "http://127.0.0.1:1" }, 1000)).toEqual({
    kind: "none",
  });
});

test.each([
  ["http://127.0.0.1:4020", true],
  ["https://localhost:1", true],
  ["http://localhost/", true],
  ["http://[::1]:4020", true],
  ["http://localhost.example", false],
  ["http://a.example/http://127.0.0.1", false],
  ["http://128.0.0.1", false],
])("%s is on this machine: %s", (url, isLocal) => expect(LOCAL_URL.test(url)).toBe(isLocal));

test("the credentials of the demo client are written to a named file, with instructions", async () => {
  const file = join(createFolder({}), "a/b.json");
  const demo = { privateKey: "PEM", applicationId: "app", businessId: "biz", audience: "aud" };
  const running = {
    url: "http://127.0.0.1:1",
    billingUrl: "http://b",
    adminUrl: "http://c",
    demo,
  } as unknown as Sandbox;
  const { instructions, cleanup } = await writeDemoCredentials(running, file);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    ...{ url: "http://127.0.0.1:1", billingUrl: "http://b", adminUrl: "http://c" },
    ...{ audience: "aud", applicationId: "app", businessId: "biz", privateKey: "PEM" },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(instructions.slice(0, -1)).toEqual([
    "application  app",
    `key          ${file}`,
    "business     biz",
    "",
    "first request, from another terminal in this directory:",
    `  eval "$(npx contract token --env --credentials ${file})"`,
  ]);
  expect(instructions.at(-1)).toMatch(/^ {2}curl /);
  cleanup();
  expect(statSync(file).isFile()).toBe(true);
  const { demo: _, ...without } = running as { demo?: unknown };
  expect((await writeDemoCredentials(without as Sandbox, file)).instructions).toEqual([]);
});

/** Runs in a new working directory with these files. */
async function inFolder<T>(files: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(createFolder(files));
  try {
    return await run();
  } finally {
    process.chdir(before);
  }
}

const STATE = ".commerce-sandbox";
const createSandbox = (url: string): Sandbox =>
  ({
    ...{ url, billingUrl: url, adminUrl: url },
    demo: { privateKey: "PEM", applicationId: "app", businessId: "biz", audience: "aud" },
  }) as unknown as Sandbox;

test("without a name, the default files are written, and stay", async () => {
  await inFolder({ [`${STATE}/credentials.json`]: JSON.stringify({ url: "http://127.0.0.1:1" }) }, async () => {
    const { instructions, cleanup } = await writeDemoCredentials(createSandbox("http://127.0.0.1:5"), undefined);
    cleanup();
    expect(readdirSync(STATE).sort()).toEqual([".gitignore", "credentials.json", "key.pem"]);
    expect(readFileSync(`${STATE}/.gitignore`, "utf8")).toBe("*\n");
    expect(readFileSync(`${STATE}/key.pem`, "utf8")).toBe("PEM");
    expect(statSync(`${STATE}/key.pem`).mode & 0o777).toBe(0o600);
    expect(readSandboxCredentials(`${STATE}/credentials.json`).url).toBe("http://127.0.0.1:5");
    expect(instructions.slice(1, -1)).toEqual([
      `key          ${STATE}/key.pem`,
      "business     biz",
      "",
      "first request, from another terminal in this directory:",
      '  eval "$(npx contract token --env)"',
    ]);
  });
});

test("beside another sandbox, the files get the port as part of their names, and are removed", async () => {
  const other = await listen(head(405, { Allow: "POST" }));
  await inFolder(
    { [`${STATE}/credentials.json`]: JSON.stringify({ url: other }), [`${STATE}/.gitignore`]: "mine" },
    async () => {
      const { instructions, cleanup } = await writeDemoCredentials(createSandbox("http://127.0.0.1:55"), undefined);
      expect(readdirSync(STATE).sort()).toEqual([
        ".gitignore",
        "credentials-55.json",
        "credentials.json",
        "key-55.pem",
      ]);
      expect(readFileSync(`${STATE}/.gitignore`, "utf8")).toBe("mine");
      expect(instructions.slice(3, -1)).toEqual([
        "",
        `${STATE}/credentials.json belongs to the running sandbox at ${other}.`,
        "first request, from another terminal in this directory:",
        `  eval "$(npx contract token --env --credentials ${STATE}/credentials-55.json)"`,
      ]);
      cleanup();
      expect(readdirSync(STATE).sort()).toEqual([".gitignore", "credentials.json"]);
      // The same address is not another sandbox.
      const { instructions: own } = await writeDemoCredentials(createSandbox(other), undefined);
      expect(own.at(-2)).toBe('  eval "$(npx contract token --env)"');
    },
  );
});

test.each<[what: string, content: string | undefined, isRunning: boolean, stays: boolean | string]>([
  ["of an earlier sandbox", JSON.stringify({ url: "http://127.0.0.1:1" }), false, false],
  ["of a running sandbox", JSON.stringify({ url: "RUNNING" }), true, true],
  ["that is empty", "", false, true],
  ["that does not exist", undefined, false, false],
  ["of another kind", "key: 1", false, "is not a credentials file of a sandbox: choose another with --credentials"],
  ["of other JSON", '{"url":5}', false, "is not a credentials file of a sandbox: choose another with --credentials"],
])("a credentials file %s stays: %j", async (_, content, isRunning, stays) => {
  const url = isRunning ? await listen(head(405, { Allow: "POST" })) : "";
  const files = content === undefined ? {} : { "c.json": content.replace("RUNNING", url) };
  const file = join(createFolder(files), "c.json");
  if (typeof stays === "string") await expect(removeStaleCredentials(file)).rejects.toThrow(`${file} ${stays}`);
  else await removeStaleCredentials(file);
  expect(existsSync(file)).toBe(stays !== false);
});

const io = { stderr: () => {}, signal: new AbortController().signal } as unknown as Io;

test.each<[what: string, url: string, message: string]>([
  [
    "on this machine",
    "http://127.0.0.1:1",
    'no sandbox is running: http://127.0.0.1:1 (from F) does not respond; start one with "npx contract sandbox" in this directory and see its output if it ends',
  ],
  [
    "on another machine",
    "http://0.0.0.0:1",
    'http://0.0.0.0:1 (from F) does not respond; check "url" in the file, and that the service is running',
  ],
])("a sandbox %s that does not respond", async (_, url, message) => {
  const file = join(createFolder({ "c.json": JSON.stringify({ ...CREDENTIALS, url }) }), "c.json");
  await expect(waitForSandbox({ file, wait: 0 }, io)).rejects.toThrow(message.replace("F", file));
});

test("a sandbox that responds, another program, and no file", async () => {
  const [sandbox, other] = [await listen(head(405, { Allow: "POST" })), await listen(head(200, {}))];
  const folder = createFolder({
    "sandbox.json": JSON.stringify({ ...CREDENTIALS, url: sandbox }),
    "other.json": JSON.stringify({ ...CREDENTIALS, url: other }),
  });
  const reach = (name: string, wait = 0) => waitForSandbox({ file: join(folder, name), wait }, io);
  expect(await reach("sandbox.json")).toEqual({ credentials: { ...CREDENTIALS, url: sandbox }, now: Date.parse(TIME) });
  await expect(reach("other.json", 5)).rejects.toThrow(
    `port ${new URL(other).port} is in use by another program: ${other} (from ${join(folder, "other.json")}) responds, but not as a sandbox does; start a sandbox on a free port`,
  );
  await expect(reach("none.json", 0.05)).rejects.toThrow(
    `no sandbox is running in this directory: ${join(folder, "none.json")} does not exist after 0.05 s; start one with`,
  );
});
