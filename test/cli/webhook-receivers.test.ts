import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, runContract } from "./run-contract.js";

const SPEC = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /hooks:
    post:
      operationId: addHook
      x-registers-webhooks: { url: /target/url }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { target: { type: object, properties: { url: { type: string } } } } } } }
      responses: { "201": { description: d }, "400": { description: d } }
  /free: { get: { operationId: getFree, responses: { "200": { description: d } } } }
webhooks:
  sold:
    post:
      operationId: onSold
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [event, count], properties: { event: { const: SOLD }, count: { type: integer } } }
      responses: { "200": { description: d } }
`;

const LISTENER = "https://listener.example/in";
const JSON_TYPE = [{ name: "Content-Type", value: "application/json" }];

type Entry = { readonly request: object; readonly response: object };

function delivery(count: unknown = 1, url = LISTENER, method = "POST"): Entry {
  const postData = { mimeType: "application/json", text: JSON.stringify({ event: "SOLD", count }) };
  const request = { method, url, headers: JSON_TYPE, postData };
  return { request, response: { status: 200, headers: [], content: { size: 0 } } };
}

function registration(url = LISTENER, status = 201): Entry {
  const postData = { mimeType: "application/json", text: JSON.stringify({ target: { url } }) };
  const request = { method: "POST", url: "https://shop.example/hooks", headers: JSON_TYPE, postData };
  return { request, response: { status, headers: [], content: { size: 0 } } };
}

const FREE: Entry = {
  request: { method: "GET", url: "https://shop.example/free", headers: [] },
  response: { status: 200, headers: [], content: { size: 0 } },
};

async function verdictsOf(entries: readonly Entry[], ...args: readonly string[]): Promise<string[]> {
  return verdictsWith("spec: spec.yaml\n", entries, ...args);
}

async function verdictsWith(config: string, entries: readonly Entry[], ...args: readonly string[]): Promise<string[]> {
  const files = { "spec.yaml": SPEC, "a.har": createHar(...entries), "contract.config.yaml": config };
  const folder = createFolder(files);
  const verdicts = join(folder, "verdicts.ndjson");
  const run = [
    "check",
    join(folder, "a.har"),
    "--config",
    join(folder, "contract.config.yaml"),
    "--verdicts",
    verdicts,
  ];
  const { stderr } = await runContract([...run, "--quiet", ...args]);
  expect(stderr).not.toContain("error:");
  const lines = readFileSync(verdicts, "utf8").trim().split("\n");
  return lines.map((line) => {
    const { verdict, operationId, codes } = JSON.parse(line);
    return [verdict, operationId ?? "-", ...codes].join(" ");
  });
}

const SOLD = "passed onSold";
const WRONG = "failed onSold request.body.invalid";
const FOREIGN = "skipped -";

describe("deliveries to a configured receiver", () => {
  test.each<[string, Entry, string, string]>([
    ["its address", delivery(), LISTENER, SOLD],
    ["its address, with a wrong event", delivery("1"), LISTENER, WRONG],
    ["its address, with a query", delivery(1, `${LISTENER}?a=b`), LISTENER, SOLD],
    ["its address, written otherwise", delivery(1, "https://LISTENER.example:443/in/"), LISTENER, SOLD],
    ["a path below it", delivery("1", `${LISTENER}/sold`), LISTENER, WRONG],
    ["a path that only starts like it", delivery("1", `${LISTENER}side`), LISTENER, FOREIGN],
    ["a host", delivery("1"), "https://listener.example", WRONG],
    ["another host", delivery("1"), "https://other.example/in", FOREIGN],
    ["another method", delivery("1", LISTENER, "PUT"), LISTENER, FOREIGN],
  ])("%s", async (_, entry, receiver, expected) => {
    const config = `spec: spec.yaml\nwebhooks: { receivers: ["${receiver}"] }\n`;
    expect(await verdictsWith(config, [FREE, entry])).toEqual(["passed getFree", expected]);
  });

  test("in a check and in a gate", async () => {
    const config = `spec: spec.yaml\ntraffic: [a.har]\nwebhooks: { receivers: ["${LISTENER}"] }\n`;
    const har = createHar(delivery("1"));
    const folder = createFolder({ "spec.yaml": SPEC, "a.har": har, "contract.config.yaml": config });
    const check = await runContract(["check", "--config", join(folder, "contract.config.yaml"), "--format", "json"]);
    expect(check.code).toBe(1);
    const gate = await runContract(["gate", "--config", join(folder, "contract.config.yaml"), "--format", "json"]);
    expect(gate.code).toBe(1);
  });

  test.each([
    ["listener.example", "/webhooks/receivers/0: expected a string matching ^https?://."],
    ["ftp://listener.example", "/webhooks/receivers/0: expected a string matching ^https?://."],
    ["https://a:b", '"receivers" https://a:b: give the URL that receives webhooks'],
  ])("%s is not an address", async (url, message) => {
    const config = `spec: spec.yaml\nwebhooks: { receivers: ["${url}"] }\n`;
    const folder = createFolder({ "spec.yaml": SPEC, "a.har": createHar(FREE), "contract.config.yaml": config });
    const run = ["check", join(folder, "a.har"), "--config", join(folder, "contract.config.yaml")];
    const { code, stderr } = await runContract(run);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

const REGISTERED = "passed addHook";

describe("deliveries to an address that the recording registers", () => {
  test.each<[string, readonly Entry[], readonly string[]]>([
    ["afterwards", [registration(), delivery(), delivery("1")], [REGISTERED, SOLD, WRONG]],
    ["before", [delivery("1"), registration()], [FOREIGN, REGISTERED]],
    ["that was rejected", [registration(LISTENER, 400), delivery("1")], [REGISTERED, FOREIGN]],
    ["at another path", [registration(), delivery("1", `${LISTENER}/sold`)], [REGISTERED, FOREIGN]],
    ["with a query", [registration(`${LISTENER}?id=1`), delivery("1", `${LISTENER}?id=1`)], [REGISTERED, WRONG]],
    ["that is an operation", [registration("https://shop.example/free"), FREE], [REGISTERED, "passed getFree"]],
    ["that is no URL", [registration("nowhere"), delivery("1")], [REGISTERED, FOREIGN]],
  ])("%s", async (_, entries, expected) => {
    expect(await verdictsOf(entries)).toEqual(expected);
  });

  test("in shards, whose recordings are whole", async () => {
    const entries = [registration(), delivery("1"), delivery(2)];
    expect(await verdictsOf(entries, "--shard", "1/2")).toEqual([REGISTERED, WRONG, SOLD]);
  });

  test("in NDJSON", async () => {
    const line = (method: string, url: string, status: number, body: object): string =>
      `${JSON.stringify({ request: { method, url, headers: { "Content-Type": "application/json" }, body }, response: { status } })}\n`;
    const text =
      line("POST", "https://shop.example/hooks", 201, { target: { url: LISTENER } }) +
      line("POST", LISTENER, 200, { event: "SOLD", count: "1" });
    const folder = createFolder({ "spec.yaml": SPEC, "a.ndjson": text });
    const run = ["check", join(folder, "a.ndjson"), "--spec", join(folder, "spec.yaml"), "--format", "json"];
    const { code, stdout } = await runContract(run);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).coverage.webhooks).toMatchObject([{ operationId: "onSold", exchanges: 1 }]);
  });
});
