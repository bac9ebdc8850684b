/** Extensions and deviations of recorders from the HAR format. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Exchange, openRecording, type RecordedBody, readHar } from "../../../../src/recording/index.js";
import { createFolder } from "../../../cli/run-contract.js";
import { readText, requireExchanges } from "../../recording-samples.js";

const request = { method: "GET", url: "https://host.example/a", headers: [] as object[] };
const response = { status: 200, headers: [] as object[], content: { size: 2, text: "{}" }, bodySize: 2 };
const good = { startedDateTime: "2026-03-14T09:30:00.000Z", time: 4.2, request, response };
const cached = { cache: { beforeRequest: { lastAccess: "2026-03-14T09:00:00.000Z" } } };

const oddities: readonly (readonly [name: string, entry: object, response?: object])[] = [
  ["nothing odd", {}],
  ["an initiator", { _initiator: { type: "script" }, _resourceType: "fetch" }],
  ["a memory cache", { _fromCache: "memory" }],
  ["a cached response", {}, { _fromCache: true }],
  ["no cache, said so", { _fromCache: false, cache: { beforeRequest: null } }],
  ["a cache before", cached, { bodySize: 0 }],
  ["a cache and a fresh response", cached],
  ["a cache that was confirmed", cached, { status: 304, bodySize: 0 }],
  ["a response by the test", { _wasFulfilled: true }],
  ["a load by Safari", { _fetchType: "Network Load" }],
  ["a cache of Safari", { _fetchType: "Disk Cache" }],
  ["a worker of Safari", { _fetchType: "Service Worker" }],
  ["an abort by the test", { _wasAborted: true }],
  ["a service worker", {}, { _serviceWorkerResponseSource: "cache-storage" }],
  ["a worker that asked", {}, { _serviceWorkerResponseSource: "network" }],
  ["a WebSocket", { _webSocketMessages: [{ type: "send", data: "x" }] }, { status: 101 }],
];

/** An entry that is no exchange is incomplete. */
test("the exchange of each entry", async () => {
  const lines: string[] = [];
  for (const [name, entry, response] of oddities) {
    const [only] = await read({ ...good, ...entry, response: { ...good.response, ...response } });
    lines.push(`${name}: ${JSON.stringify(only)}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("har-recorder-extensions.txt");
});

const repeats: readonly { name: string; second: object; incomplete: string | undefined }[] = [
  { name: "the same", second: good, incomplete: "duplicate of /log/entries/0" },
  {
    name: "the same with other notes",
    second: { ...good, _monotonicTime: 7 },
    incomplete: "duplicate of /log/entries/0",
  },
  { name: "another answer", second: { ...good, response: { ...response, status: 404 } }, incomplete: undefined },
  { name: "another time", second: { ...good, startedDateTime: "2026-03-14T09:30:00.001Z" }, incomplete: undefined },
  { name: "no measured time", second: { ...good, time: 0 }, incomplete: undefined },
];

test.each(repeats)("a second entry with $name is recognized", async ({ second, incomplete }) => {
  const [first, , last] = await read(good, { ...good, request: { ...request, method: "PUT" } }, second);
  expect([first?.incomplete, last?.incomplete]).toEqual([undefined, incomplete]);
});

test("a second entry of a WebSocket keeps its reason, and only the last four entries are compared", async () => {
  const socket = { ...good, _webSocketMessages: [], response: { ...response, status: 101 } };
  const reason = "a WebSocket connection, not a request with one response";
  expect((await read(socket, socket)).map((it) => it.incomplete)).toEqual([reason, reason]);
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...good, request: { ...request, method: `M${index}` } }));
  const repeatAfter = async (count: number) => (await read(good, ...others(count), good)).at(-1)?.incomplete;
  expect([await repeatAfter(3), await repeatAfter(4)]).toEqual(["duplicate of /log/entries/0", undefined]);
});

test("pseudo headers are dropped, and the others keep their positions", async () => {
  const headers = [":authority", "a", ":path", "b"].map((name) => ({ name, value: "1" }));
  const [only] = await read({ ...good, request: { ...request, headers } });
  expect(only?.request.headers.map(([name]) => name)).toEqual(["a", "b"]);
  expect(only?.origin.headerPointers).toEqual({ request: ["/1", "/3"] });
});

test("the body of a redirect that the browser did not keep is missing, and not empty", async () => {
  const headers = [{ name: "Content-Length", value: "12" }];
  const kept = { status: 302, headers, content: { size: 0, mimeType: "x-unknown" }, bodySize: 0, redirectURL: "/b" };
  const [one, other] = await read({ ...good, response: kept }, { ...good, response: { ...kept, headers: [] } });
  expect(one?.response.body).toMatchObject({ kind: "missing" });
  expect(other?.response.body).toEqual({ kind: "none" });
});

const attachments: readonly (readonly [name: string, body: RecordedBody])[] = [
  ["body.json", { kind: "bytes", bytes: Buffer.from('{"a":1}') }],
  ["deeper/body.json", { kind: "bytes", bytes: Buffer.from("2") }],
  ["absent.json", { kind: "missing", reason: "cannot read the body file absent.json", isUnreadable: true }],
  ["deeper", { kind: "missing", reason: "cannot read the body file deeper", isUnreadable: true }],
  [
    "../secret",
    {
      kind: "missing",
      reason: "the body file ../secret is outside the directory of the recording",
      isUnreadable: true,
    },
  ],
  ["link", { kind: "missing", reason: "cannot read the body file link", isUnreadable: true }],
];

test.each(attachments)("the attachment %s is read if it is next to the recording", async (name, body) => {
  const folder = createFolder({ secret: "s", "recordings/body.json": '{"a":1}' });
  mkdirSync(join(folder, "recordings/deeper"));
  writeFileSync(join(folder, "recordings/deeper/body.json"), "2");
  symlinkSync("../secret", join(folder, "recordings/link"));
  const entry = { ...good, response: { ...response, content: { size: 2, _file: name } } };
  const file = join(folder, "recordings/a.har");
  writeFileSync(file, JSON.stringify({ log: { entries: [entry] } }));
  const readings = [];
  for await (const batch of readHar(openRecording(file))) readings.push(...batch);
  expect(requireExchanges(readings)[0]?.response.body).toEqual(body);
});

async function read(...entries: readonly object[]): Promise<Exchange[]> {
  return requireExchanges(await readText(JSON.stringify({ log: { entries } }), readHar));
}
