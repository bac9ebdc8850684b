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

const oddities: readonly { name: string; entry: object; response?: object; incomplete: string | undefined }[] = [
  { name: "nothing odd", entry: {}, incomplete: undefined },
  { name: "an initiator", entry: { _initiator: { type: "script" }, _resourceType: "fetch" }, incomplete: undefined },
  { name: "a memory cache", entry: { _fromCache: "memory" }, incomplete: "the response is from a cache (memory)" },
  {
    name: "a cached response",
    entry: {},
    response: { _fromCache: true },
    incomplete: "the response is from a cache",
  },
  { name: "no cache, said so", entry: { _fromCache: false, cache: { beforeRequest: null } }, incomplete: undefined },
  { name: "a cache before", entry: cached, response: { bodySize: 0 }, incomplete: "the response is from a cache" },
  { name: "a cache and a fresh response", entry: cached, incomplete: undefined },
  { name: "a cache that was confirmed", entry: cached, response: { status: 304, bodySize: 0 }, incomplete: undefined },
  {
    name: "a response by the test",
    entry: { _wasFulfilled: true },
    incomplete: "the response is from the test, not from the service",
  },
  { name: "a load by Safari", entry: { _fetchType: "Network Load" }, incomplete: undefined },
  { name: "a cache of Safari", entry: { _fetchType: "Disk Cache" }, incomplete: "the response is from a cache (disk)" },
  {
    name: "a worker of Safari",
    entry: { _fetchType: "Service Worker" },
    incomplete: "the response is from a service worker",
  },
  { name: "an abort by the test", entry: { _wasAborted: true }, incomplete: "the test aborted the request" },
  {
    name: "a service worker",
    entry: {},
    response: { _serviceWorkerResponseSource: "cache-storage" },
    incomplete: "the response is from a service worker (cache-storage)",
  },
  {
    name: "a worker that asked",
    entry: {},
    response: { _serviceWorkerResponseSource: "network" },
    incomplete: undefined,
  },
  {
    name: "a WebSocket",
    entry: { _webSocketMessages: [{ type: "send", data: "x" }] },
    response: { status: 101 },
    incomplete: "a WebSocket connection, not a request with one response",
  },
];

test.each(oddities)(
  "an entry with $name is checked unless it is no exchange",
  async ({ entry, response, incomplete }) => {
    const [only] = await read({ ...good, ...entry, response: { ...good.response, ...response } });
    expect(only?.incomplete).toBe(incomplete);
    expect(JSON.stringify(only)).toMatchSnapshot();
  },
);

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
