/** The credentials of a sandbox: the file that holds them, and what responds at their address. */
import { readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeDemoCredentials } from "../../../src/cli/sandbox/demo-credentials.js";
import { LOCAL_URL, probeSandbox } from "../../../src/cli/sandbox/probe-sandbox.js";
import { readSandboxCredentials } from "../../../src/cli/sandbox/sandbox-credentials.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
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
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
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
