import { createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { sign } from "../../../src/webhooks/index.js";
import { createFolder, runContract } from "../run-contract.js";

const SECRET = "s3cret";
const EVENT = {
  id: "4f6f2d5e-5a4b-4c0e-9a56-0d9c1f0b7a21",
  eventType: "ORDER_OPENED",
  resource: "/orders",
  resourceId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41",
};

type SentRequest = {
  readonly body: string;
  readonly signature?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends deliveries to a listener one after the other, then interrupts it. */
async function deliver(sent: readonly SentRequest[], args: readonly string[] = []) {
  const interrupt = new AbortController();
  let [stdout, stderr] = ["", ""];
  let received = (_: string): void => {};
  const listening = new Promise<string>((resolve) => {
    received = resolve;
  });
  const secret = args.includes("--spec") ? [] : ["--secret", SECRET];
  const ended = run(["listen", ...secret, "--port", "0", ...args], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
      const [, url] = /^listening on (.*)$/m.exec(text) ?? [];
      if (url !== undefined) received(url);
    },
    stdin: (async function* () {})(),
    env: {},
    signal: interrupt.signal,
    isTerminal: false,
    today: "2026-02-15",
  });
  const url = await listening;
  const statuses: number[] = [];
  for (const { body, signature, method = "POST", headers = {} } of sent) {
    const response = await fetch(url, {
      method,
      ...(method === "GET" ? {} : { body }),
      headers: {
        "Content-Type": "application/json",
        "Service-Webhook-Signature": signature ?? (await sign(body, SECRET)),
        ...headers,
      },
    });
    statuses.push(response.status);
  }
  // The listener prints the line after it has responded.
  while (stdout.split("\n").length <= statuses.length) await new Promise((later) => setTimeout(later, 5));
  interrupt.abort();
  return { code: await ended, statuses, stdout, stderr };
}

const SIGNED = {
  in: "header",
  name: "X-Signature",
  schema: { type: "string" },
  "x-webhook-signature": { algorithm: "HMAC-SHA256", encoding: "hex", prefix: "sha256=" },
};

function writeLetterSpec(parameters: readonly object[]): string {
  const schema = { type: "object", required: ["parcel"], properties: { parcel: { type: "string" } } };
  const sent = {
    operationId: "parcelSent",
    parameters,
    requestBody: { content: { "application/json": { schema } } },
    responses: { "200": { description: "d" } },
  };
  const root = { openapi: "3.1.0", info: { title: "Parcels", version: "1" }, webhooks: { parcelSent: { post: sent } } };
  return join(createFolder({ "openapi.json": JSON.stringify(root) }), "openapi.json");
}

const json = (change: object = {}): string => JSON.stringify({ ...EVENT, ...change });
const other = await sign(json(), "another");
const hex = Buffer.from(await sign(json(), SECRET), "base64").toString("hex");

/** Deliveries with the status of the response, the expected codes, and the exit code. */
const DELIVERIES: Readonly<
  Record<string, readonly [SentRequest, status: number, codes: readonly string[], exit: number]>
> = {
  "an event that is right": [{ body: json() }, 200, [], 0],
  "a property that is not in the contract": [{ body: json({ more: 1 }) }, 200, ["request.body.undeclared"], 0],
  "an event that the contract does not have": [
    { body: json({ eventType: "ORDER_EATEN" }) },
    200,
    ["webhook.event.unknown"],
    0,
  ],
  "a value of another type": [{ body: json({ resourceId: 7 }) }, 200, ["request.body.invalid"], 1],
  "what is no JSON": [{ body: "{" }, 200, ["request.body.malformed"], 1],
  "a signature by another secret": [{ body: json(), signature: other }, 401, ["webhook.signature.invalid"], 1],
  "a signature in hexadecimal": [
    { body: json(), signature: hex },
    401,
    ["request.header.invalid", "webhook.signature.invalid"],
    1,
  ],
  "no event at all": [{ body: "", method: "GET", signature: "" }, 405, [], 2],
};

test.each(Object.entries(DELIVERIES))("%s", async (_, [sent, status, codes, exit]) => {
  const out = join(createFolder({}), "made/deliveries.ndjson");
  const live = await deliver([sent], ["--out", out, "--format", `json:${out}.json`]);
  const reported = JSON.parse(readFileSync(`${out}.json`, "utf8"));
  expect(live.statuses).toEqual([status]);
  expect(reported.findings.map(({ code }: { code: string }) => code).sort()).toEqual(codes);
  expect(live.code).toBe(exit);
  // Checking the written file gives the same result as checking live.
  const again = await runContract(["check", out, "--format", "json"]);
  expect(JSON.parse(again.stdout)).toEqual(reported);
  expect(again.code).toBe(exit);
});

test("prints a line for each delivery and a report at the end, and stores no secret", async () => {
  const out = join(createFolder({}), "deliveries.ndjson");
  const right = await sign(json(), SECRET);
  const live = await deliver([{ body: json() }, { body: json(), signature: other }], ["--out", out]);
  const [first, second, ...rest] = live.stdout.split("\n");
  expect(first).toBe(`ORDER_OPENED  /orders  ${EVENT.resourceId}  id ${EVENT.id}  signature valid`);
  expect(second).toMatch(/ signature INVALID: \S/);
  expect(rest).toEqual([""]);
  expect(live.stderr).toContain("error webhook.signature.invalid  POST");
  expect(live.stderr).toMatch(/^1 of 4 webhooks seen\n.*\n {2}onOrderOpened +2 {2}200 401\n {2}not seen: onOrder/m);
  expect(live.stderr).not.toContain("operations seen");
  expect(live.stderr).toMatch(/2 exchanges: 1 passed, 1 failed/);
  const kept = readFileSync(out, "utf8");
  expect(kept.split("\n")).toHaveLength(3);
  for (const secret of [SECRET, right, other]) expect(kept).not.toContain(secret);
});

/** Deliveries, and their lines without the signature. */
const LINES: readonly (readonly [body: string, line: string])[] = [
  [json({ resource: undefined }), `ORDER_OPENED  ${EVENT.resourceId}  id ${EVENT.id}`],
  ['{"eventType":"ORDER_OPENED","id":3}', "ORDER_OPENED  id 3"],
  ["{}", "2 bytes of JSON, not an event"],
  ["null", "4 bytes of JSON, not an event"],
  ["{", "1 bytes, not JSON"],
];

test.each(LINES)("with %s the line shows the available fields", async (body, line) => {
  expect((await deliver([{ body }])).stdout).toBe(`${line}  signature valid\n`);
});

test("lines have the order of the deliveries, although the diagnosis of a wrong signature takes time", async () => {
  const { stdout } = await deliver([{ body: json(), signature: other }, { body: json() }, { body: "", method: "GET" }]);
  expect(stdout).toMatch(
    /^ORDER.*signature INVALID.*\nORDER.*signature valid\nGET \/ {2}not an event: expected method POST\n$/,
  );
});

test("if the port is taken, the file of an earlier run stays unchanged", async () => {
  const out = join(createFolder({ "d.ndjson": "kept\n" }), "d.ndjson");
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await runContract(["listen", "--secret", SECRET, "--port", String(port), "--out", out]);
  expect({ code, kept: readFileSync(out, "utf8") }).toEqual({ code: 2, kept: "kept\n" });
  expect(stderr).toMatch(/^contract listen: cannot listen on 127.0.0.1, port \d+: .*; choose another with --port\n$/);
});

/** Invalid options, and their messages. */
const INVALID_OPTIONS: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
  "a secret that is empty": [["--secret", ""], /argument '' is invalid\. It is empty/],
  "a folder to write to": [["--secret", "s", "--port", "0", "--out", tmpdir()], /it is a directory; give a file in it/],
};

test.each(Object.entries(INVALID_OPTIONS))("%s is rejected", async (_, [args, message]) => {
  const { code, stderr } = await runContract(["listen", ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test.runIf(existsSync("/dev/full"))(
  "a full disk does not stop the listener: it is reported once, and everything is checked",
  async () => {
    const live = await deliver([{ body: json() }, { body: json() }], ["--out", "/dev/full"]);
    expect(live.statuses).toEqual([200, 200]);
    expect(live.stderr.match(/^contract listen: --out \/dev\/full: cannot be written: ENOSPC.*/gm)).toHaveLength(1);
    expect(live.stderr).toContain("2 exchanges: 2 passed");
    expect(live.code).toBe(2);
  },
);

test("any of several secrets is accepted", async () => {
  const live = await deliver([{ body: json(), signature: other }], ["--secret", "another"]);
  expect(live.statuses).toEqual([200]);
});

const LETTER = '{"parcel":"p-1"}';
const HMAC = createHmac("sha256", SECRET).update(LETTER).digest("hex");

test.each<[is: string, header: object[], args: string[], sent: Record<string, string>, status: number, line: string]>([
  ["states no signature", [], [], {}, 200, "parcelSent  not signed"],
  ["states a signature", [SIGNED], ["--secret", SECRET], { "X-Signature": `sha256=${HMAC}` }, 200, "signature valid"],
  [
    "states a signature, and it is wrong",
    [SIGNED],
    ["--secret", SECRET],
    { "X-Signature": HMAC },
    401,
    "signature INVALID: expected in X-Signature the HMAC-SHA256 of the payload with a secret of --secret",
  ],
])("a delivery of a spec that %s", async (_, parameters, args, headers, status, line) => {
  const spec = writeLetterSpec(parameters);
  const live = await deliver([{ body: LETTER, headers }], ["--spec", spec, ...args]);
  expect(live).toMatchObject({
    statuses: [status],
    stdout: expect.stringContaining(line),
    code: status === 200 ? 0 : 1,
  });
});

test("a spec that states a signature needs the secret", async () => {
  const { code, stderr } = await runContract(["listen", "--port", "0", "--spec", writeLetterSpec([SIGNED])]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      "give --secret: the spec states that deliveries are signed in the header X-Signature",
    ),
  });
});

test("a run without deliveries does not pass", async () => {
  const { code, stderr } = await deliver([]);
  expect(code).toBe(2);
  expect(stderr).toContain("contract listen: inconclusive: there are no exchanges to check");
});

test("--count ends the run after that many events with a valid signature; others do not count", async () => {
  let received = (_: string): void => {};
  const listening = new Promise<string>((resolve) => {
    received = resolve;
  });
  const machine = {
    stderr: (text: string) => {
      const [, url] = /^listening on (.*)$/m.exec(text) ?? [];
      if (url !== undefined) received(url);
    },
  };
  const ended = runContract(["listen", "--secret", SECRET, "--port", "0", "--count", "2"], "", {}, machine);
  const url = await listening;
  const right = await sign(json(), SECRET);
  for (const signature of [right, other, right])
    await fetch(url, { method: "POST", body: json(), headers: { "Service-Webhook-Signature": signature } });
  const { code, stdout } = await ended;
  expect(stdout.match(/signature \w+/g)).toEqual(["signature valid", "signature INVALID", "signature valid"]);
  expect(code).toBe(1);
});
