/** Shards leave out the entries of other shards. Those that have an effect on others are read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRecordingPart } from "../../../src/cli/settings/shard.js";
import { readRecording } from "../../../src/exchange/index.js";
import { createFolder, createHar, runContract } from "../run-contract.js";

const SPEC = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /items:
    get:
      operationId: listItems
      security: [{ token: [] }, { key: [] }]
      responses: { "200": { description: d, headers: { Set-Cookie: { required: true, schema: { type: string } } } } }
  /hooks:
    post:
      operationId: addHook
      x-registers-webhooks: { url: /url }
      requestBody: { content: { application/json: { schema: { type: object, properties: { url: { type: string } } } } } }
      responses: { "201": { description: d } }
webhooks:
  sold:
    post:
      operationId: onSold
      requestBody: { content: { application/json: { schema: { type: object, properties: { count: { type: integer } } } } } }
      responses: { "200": { description: d } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: query, name: api_key }
`;

type Entry = {
  readonly startedDateTime?: string;
  readonly time?: number;
  readonly request: object;
  readonly response: object;
};

const JSON_TYPE = [{ name: "Content-Type", value: "application/json" }];
const RESPONSE = { status: 200, headers: [] as object[], content: { size: 0 } };
const item = (request: object = {}, response: object = {}): Entry => ({
  request: { method: "GET", url: "https://shop.example/items", headers: [], ...request },
  response: { ...RESPONSE, ...response },
});
const post = (url: string, body: object, status: number): Entry => ({
  request: { method: "POST", url, headers: JSON_TYPE, postData: { text: JSON.stringify(body) } },
  response: { ...RESPONSE, status },
});
const LISTENER = "https://listener.example/in";
const TWICE = { ...item({ url: "https://shop.example/items?a=1" }), startedDateTime: "2026-01-01T00:00:00Z", time: 7 };

/** Of two shards, the first checks entries 384 to 447, and the second 320 to 383. */
const CASES: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  "nothing else": {},
  "a token in the first shard": { 400: item({ headers: [{ name: "AUTHORIZATION", value: "Bearer a.b.c" }] }) },
  "a token in the second shard": { 350: item({ headers: [{ name: "Authorization", value: "Bearer a.b.c" }] }) },
  "a key in a query": { 350: item({ url: "https://shop.example/items?b=1&api%5Fkey=1" }) },
  "a Set-Cookie header": { 400: item({}, { headers: [{ name: "set-cookie", value: "a=b" }] }) },
  "entries recorded twice, at the border of shards": { 382: TWICE, 384: TWICE, 386: TWICE },
  "a registration before a delivery in the other shard": {
    350: post("https://shop.example/hooks", { url: LISTENER }, 201),
    400: post(LISTENER, { count: "1" }, 200),
  },
  "an unreadable entry": { 350: { request: {} }, 400: 7 },
};
const NAMED_ESCAPE: readonly [string, string] = ["Authorization", "\\u0041uthorization"];

async function reportOf(file: string, folder: string, ...options: string[]): Promise<unknown> {
  const out = join(folder, "report.json");
  const run = ["check", file, "--spec", join(folder, "spec.yaml"), "--quiet", "--format", `json:${out}`, ...options];
  await runContract(run);
  return JSON.parse(readFileSync(out, "utf8"));
}

async function expectSameInShards(text: string): Promise<void> {
  const folder = createFolder({ "spec.yaml": SPEC, "a.har": text });
  const whole = await reportOf(join(folder, "a.har"), folder);
  const parts: string[] = [];
  for (const shard of ["1", "2"]) {
    parts.push(join(folder, `${shard}.json`));
    await reportOf(join(folder, "a.har"), folder, "--shard", `${shard}/2`, "--format", `json:${folder}/${shard}.json`);
  }
  const merged = await runContract(["merge", ...parts, "--format", "json"]);
  expect(JSON.parse(merged.stdout)).toEqual(whole);
}

describe("shards of many entries merge to the report of one run", () => {
  const listed = (special: Readonly<Record<number, unknown>>): unknown[] =>
    Array.from({ length: 500 }, (_, at) => special[at] ?? item());

  test.each(Object.entries(CASES))("%s", async (_, special) => {
    await expectSameInShards(createHar(...listed(special)));
  });

  test("an entry of the other shard that is not JSON", async () => {
    await expectSameInShards(createHar(...listed({ 350: item({ method: "BROKEN" }) })).replace("BROKEN", "\\q"));
  });

  test("a name with an escaped letter", async () => {
    await expectSameInShards(createHar(...listed(CASES["a token in the second shard"] ?? {})).replace(...NAMED_ESCAPE));
  });
});

const line = JSON.stringify({
  request: { method: "GET", url: "https://shop.example/items" },
  response: { status: 200 },
});
test.each([
  ["HAR", createHar(...Array.from({ length: 500 }, () => item()))],
  ["NDJSON", Array.from({ length: 500 }, () => `${line}\n`).join("")],
])("%s: entries of other shards are left out, except those shortly before own ones", async (_, text) => {
  const chunks = (async function* () {
    yield Buffer.from(text);
  })();
  const part = createRecordingPart({ index: 1, of: 2 }, () => true);
  let [own, foreign] = [0, 0];
  for await (const batch of readRecording({ name: "a", chunks }, { part }))
    for (const it of batch) {
      if (it.kind === "exchange" && it.isForeign === true) foreign += 1;
      else own += 1;
    }
  expect({ own, foreign, count: part.count() }).toEqual({ own: 256, foreign: 136, count: 500 });
});
