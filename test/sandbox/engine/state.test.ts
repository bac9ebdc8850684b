/** What sandboxes of a spec share with that of the built-in spec: database, admin API, clock, fault rules, log and snapshots. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, type SpecSandboxOptions } from "../../../src/sandbox/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { describeEachEngine } from "../engines.js";

const SHOP = "test/sandbox/engine/shop.yaml";
const ACCOUNTS = "test/sandbox/engine/accounts.yaml";
const START = { seed: "state", startAt: { time: Date.parse("2026-01-01T00:00:00Z"), freeze: true } };

async function open(options: Partial<SpecSandboxOptions> = {}) {
  const sandbox = await createSandbox({ ...START, spec: SHOP, data: "none", ...options });
  onTestFinished(() => sandbox.close());
  const ask = async (url: string, method: string, body?: object) => {
    const headers = { Authorization: "Bearer any", "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, { method, headers, ...sent });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
  };
  return {
    ...sandbox,
    service: (method: string, path: string, body?: object) => ask(sandbox.url + path, method, body),
    admin: (method: string, path: string, body?: object) => ask(sandbox.adminUrl + path, method, body),
  };
}

const namesIn = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);

describeEachEngine("the records of a spec", (_, { newTarget }) => {
  test("are the same after a restart, and of all processes that share the database", async () => {
    const database = await newTarget();
    const first = await open({ database });
    expect(await first.service("POST", "/products", { name: "Cup" })).toMatchObject({ status: 201, json: { id: 1 } });
    const second = await open({ database });
    expect(await second.service("POST", "/products", { name: "Jar" })).toMatchObject({ status: 201, json: { id: 2 } });
    expect(await first.service("POST", "/products", { name: "Pot" })).toMatchObject({ status: 201, json: { id: 3 } });
    await second.service("DELETE", "/products/1");
    expect(namesIn((await first.service("GET", "/products")).json)).toEqual(["Jar", "Pot"]);
    await first.close();
    await second.close();
    const third = await open({ database });
    expect(namesIn((await third.service("GET", "/products")).json)).toEqual(["Jar", "Pot"]);
  });

  test("keep numbers beyond doubles over a restart", async () => {
    const options = { database: await newTarget(), spec: "test/sandbox/engine/families.yaml" };
    const first = await open(options);
    const body = '{"id":9007199254740993,"size":9223372036854775807}';
    await fetch(`${first.url}/counters`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    await first.close();
    const second = await open(options);
    expect(await (await fetch(`${second.url}/counters/9007199254740993`)).text()).toBe(body);
  });

  test("have the bytes and the type of the file that came with them, also after a restart", async () => {
    const options = { database: await newTarget(), spec: "test/sandbox/engine/fleet.yaml" };
    const bytes = Uint8Array.of(0, 0xff, 0xd8, 13, 10, 45, 45, 0xe2, 0x82, 0xac);
    const first = await open(options);
    const body = new FormData();
    body.set("note", "front");
    body.set("photo", new Blob([bytes], { type: "image/jpeg" }), "a b.jpg");
    const created = await fetch(`${first.url}/assets`, { method: "POST", body });
    const { assetId, ...described } = (await created.json()) as { readonly assetId: string };
    expect(described).toEqual({ note: "front", contentType: "image/jpeg", size: 10, fileName: "a b.jpg" });
    await first.close();
    const second = await open(options);
    for (const path of [`/assets/${assetId}`, `/assets/${assetId}/original`]) {
      const response = await fetch(second.url + path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
      expect((await fetch(second.url + path.replace(assetId, "other"))).status).toBe(404);
    }
    const deleted = await fetch(`${second.url}/assets/${assetId}`, { method: "DELETE" });
    expect([deleted.status, (await deleted.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect((await fetch(`${second.url}/assets/${assetId}/original`)).status).toBe(404);
  });

  test("have the bytes and the type of a body that is a file", async () => {
    const { url } = await open({ database: await newTarget(), spec: "test/sandbox/engine/parts.yaml" });
    const created = await fetch(`${url}/carts`, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
    const { id } = (await created.json()) as { readonly id: string };
    const send = (method: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> =>
      fetch(`${url}/carts/${id}/photo`, {
        method,
        ...(body && { body, headers: { "Content-Type": "application/octet-stream" } }),
      });
    const bytes = Uint8Array.of(0, 0xff, 13, 10);
    expect((await send("PUT", bytes)).status).toBe(204);
    expect(new Uint8Array(await (await send("GET")).arrayBuffer())).toEqual(bytes);
    expect((await send("DELETE")).status).toBe(204);
    expect((await send("GET")).status).toBe(404);
  });

  test("are as they were if a request fails", async () => {
    const { service } = await open({ database: await newTarget() });
    await service("POST", "/products", { name: "Cup" });
    expect((await service("PUT", "/products/7", { name: "Jar" })).status).toBe(404);
    expect(namesIn((await service("GET", "/products")).json)).toEqual(["Cup"]);
  });

  test("are neither lost nor doubled once they are acknowledged, if the sandbox is killed ten times", async () => {
    const database = await newTarget();
    const acknowledged = new Map<number, string>();
    for (let kill = 0; kill < 10; kill += 1) {
      const [url, program] = await startProgram(database);
      let isRunning = true;
      const write = async (writer: number): Promise<void> => {
        for (let number = 0; isRunning; number += 1) {
          const name = `${kill} ${writer} ${number}`;
          const headers = { Authorization: "Bearer any", "Content-Type": "application/json" };
          const response = await fetch(`${url}/products`, { method: "POST", headers, body: JSON.stringify({ name }) });
          const { id } = (await response.json()) as { readonly id: number };
          expect(acknowledged.has(id)).toBe(false);
          acknowledged.set(id, name);
        }
      };
      const writers = [1, 2, 3].map(write);
      const all = Promise.allSettled(writers);
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before + kill);
      program.kill("SIGKILL");
      isRunning = false;
      await all;
    }
    const { service } = await open({ database });
    expect(acknowledged.size).toBeGreaterThan(20);
    for (const [id, name] of acknowledged) expect((await service("GET", `/products/${id}`)).json.name).toBe(name);
  });
});

test("snapshots and resets replace the records", async () => {
  const { service, admin, adminUrl } = await open({ data: "small" });
  const list = async () => namesIn((await service("GET", "/products")).json);
  expect(await list()).toEqual(["Mug"]);
  await service("POST", "/products", { name: "Cup" });
  const snapshot = await (await fetch(`${adminUrl}/snapshot`)).text();
  await service("DELETE", "/products/7");
  expect(await list()).toEqual(["Cup"]);
  const headers = { "Content-Type": "application/x-ndjson" };
  expect((await fetch(`${adminUrl}/snapshot`, { method: "PUT", body: snapshot, headers })).status).toBe(200);
  expect(await list()).toEqual(["Mug", "Cup"]);
  await admin("POST", "/reset", { pack: "none" });
  expect(await list()).toEqual([]);
  await admin("POST", "/reset");
  expect(await list()).toEqual(["Mug"]);
});

test("the clock, fault rules and the log are those of the admin API", async () => {
  const { service, admin } = await open();
  await admin("PUT", "/clock", { mode: "advance", by: "P1D" });
  const created = await service("POST", "/products", { name: "Cup" });
  expect(created.json.created_at).toBe("2026-01-02T00:00:00Z");
  expect(created.headers.get("date")).toBe("Fri, 02 Jan 2026 00:00:00 GMT");
  await admin("POST", "/faults", { match: { path: "/v1/products", times: 1 }, do: { status: 503 } });
  expect((await service("GET", "/products")).status).toBe(503);
  expect((await service("GET", "/products")).status).toBe(200);
  const { requests } = (await admin("GET", "/requests")).json;
  expect(requests.map((it: { method: string; status: number }) => `${it.method} ${it.status}`)).toEqual([
    ...["GET 200", "GET 503", "POST 201"],
  ]);
  const har = (await admin("GET", "/requests.har")).json;
  expect(har.log.entries[2].request.headers).toContainEqual({ name: "Authorization", value: "Bearer [redacted]" });
  expect((await admin("GET", "/overview")).json.title).toBe("Shop");
  expect((await admin("GET", "/plans")).json.message).not.toContain("/plans");
});

test.each<[Record<string, string | Blob>, number, string[]]>([
  [{ username: "a", password: "s3cret" }, 204, []],
  [{ username: "a", password: "s3cret", photo: new Blob([Uint8Array.of(0xff, 0xd8)]) }, 204, []],
  [{ username: "a", password: "s3cret", note: "a note that is far too long" }, 422, []],
])("a form of parts %j gets %i, and its entry in the log the same verdict", async (fields, status, findings) => {
  const { url, admin } = await open({ spec: ACCOUNTS });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  expect((await fetch(`${url}/login`, { method: "POST", body: form })).status).toBe(status);
  const har = JSON.stringify((await admin("GET", "/requests.har")).json);
  expect(har).not.toContain("s3cret");
  const folder = createFolder({ "log.har": har });
  const { stdout } = await runContract(["check", join(folder, "log.har"), "--spec", ACCOUNTS, "--format", "json"]);
  const report = JSON.parse(stdout);
  expect([report.summary.partial, report.findings.map(({ code }: { readonly code: string }) => code)]).toEqual([
    0,
    findings,
  ]);
});

test("a database of another spec is refused", async () => {
  const database = join(createFolder({}), "shop.db");
  await (await open({ database })).close();
  const others = [open({ database, spec: "examples/galaxy/openapi.json" }), createSandbox({ database })];
  for (const other of others)
    await expect(other).rejects.toThrow(`the database ${database} has the data of "Shop", not of`);
});

async function startProgram(database: string): Promise<[url: string, program: ChildProcess]> {
  const options = ["sandbox", SHOP, "--port", "0", "--admin-port", "0", "--data", "none", "--database", database];
  const program = spawn(process.execPath, ["dist/cli/main.js", ...options, "--seed", "state"]);
  onTestFinished(() => void program.kill("SIGKILL"));
  const [url] = (await once(createInterface(program.stdout), "line")) as [string];
  return [url, program];
}
