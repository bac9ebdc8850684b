/** Deliveries in recordings: their signatures, durations and repetitions. */
import { createHmac } from "node:crypto";
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
      x-registers-webhooks: { url: /url, secret: /secret }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { url: { type: string }, secret: { type: string } } } } }
      responses: { "201": { description: d } }
webhooks:
  sold:
    post:
      operationId: onSold
      x-acknowledge-within-ms: 2000
      parameters:
        - { name: X-Signature, in: header, required: true, schema: { type: string }, x-webhook-signature: { algorithm: HMAC-SHA1, encoding: base64 } }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [event], properties: { event: { const: SOLD }, name: { type: string } } } } }
      responses: { "200": { description: d } }
`;

const URL = "https://listener.example/in";
type Delivery = {
  readonly secret?: string;
  readonly signature?: string;
  readonly body?: string;
  readonly status?: number;
  readonly time?: object;
};

function delivery({ secret = "one", signature, body = '{"event":"SOLD"}', status = 200, time = {} }: Delivery = {}) {
  const value = signature ?? createHmac("sha1", secret).update(body).digest("base64");
  const headers = [
    { name: "Content-Type", value: "application/json" },
    { name: "X-Signature", value },
  ];
  const request = { method: "POST", url: URL, headers, postData: { mimeType: "application/json", text: body } };
  return { ...time, request, response: { status, headers: [], content: { size: 0 } } };
}

function registration(secret: string | undefined) {
  const postData = { mimeType: "application/json", text: JSON.stringify({ url: URL, secret }) };
  const headers = [{ name: "Content-Type", value: "application/json" }];
  const request = { method: "POST", url: "https://shop.example/hooks", headers, postData };
  return { request, response: { status: 201, headers: [], content: { size: 0 } } };
}

/** What the configuration says about deliveries. */
type Webhooks = { readonly receivers?: readonly string[]; readonly secret?: string };

type Result = { readonly code: number; readonly findings: readonly string[]; readonly notLogged: readonly string[] };

async function check(entries: readonly object[], webhooks: Webhooks = {}, spec = SPEC): Promise<Result> {
  const { code, stdout, stderr } = await runCheck(entries, webhooks, spec);
  if (stdout === "") throw new Error(stderr);
  const { findings, notLogged = [] } = JSON.parse(stdout);
  return {
    code,
    findings: findings.map((it: { code: string }) => it.code),
    notLogged: notLogged.map((it: { reason: string; exchanges: number }) => `${it.exchanges} × ${it.reason}`),
  };
}

function runCheck(entries: readonly object[], { receivers = [], secret }: Webhooks, spec: string) {
  const webhooks = { receivers, secretVariables: secret === undefined ? [] : ["HOOK_SECRET"] };
  const config = JSON.stringify({ spec: "spec.yaml", traffic: ["a.har"], webhooks });
  const folder = createFolder({ "spec.yaml": spec, "a.har": createHar(...entries), "c.json": config });
  const env = secret === undefined ? {} : { HOOK_SECRET: secret };
  return runContract(["check", "--config", join(folder, "c.json"), "--format", "json"], "", env);
}

const INVALID = "webhook.signature.invalid";
const UNKNOWN = "webhook signatures, as no secret is recorded (set webhooks.secretVariables)";
const UNREPEATED = "1 × the repetition of a delivery that was not acknowledged";

describe("signatures", () => {
  test.each<[string, readonly object[], Webhooks, readonly string[], readonly string[]]>([
    ["by the registered secret", [registration("one"), delivery()], {}, [], []],
    ["by another one", [registration("one"), delivery({ secret: "two" })], {}, [INVALID], []],
    [
      "of another payload",
      [registration("one"), delivery({ signature: "PGaecd3PZjrddZXZQbMPyciyq6o=" })],
      {},
      [INVALID],
      [],
    ],
    ["by one of two registrations", [registration("two"), registration("one"), delivery()], {}, [], []],
    ["by a configured secret", [registration("two"), delivery()], { secret: "one" }, [], []],
    ["by neither", [registration("two"), delivery()], { secret: "three" }, [INVALID], []],
    ["without a recorded secret", [registration(undefined), delivery(), delivery()], {}, [], [`2 × ${UNKNOWN}`]],
    ["with a redacted secret", [registration("[redacted]"), delivery()], {}, [], [`1 × ${UNKNOWN}`]],
    ["with a masked secret", [registration("****"), delivery()], {}, [], [`1 × ${UNKNOWN}`]],
    [
      "redacted themselves",
      [registration("one"), delivery({ signature: "aaAA1aAaAaAaAAAAAaAAaaaaaa1=" })],
      {},
      [],
      ["1 × webhook signatures, which the recorder redacted"],
    ],
    ["of a configured receiver", [delivery({ secret: "two" })], { receivers: [URL], secret: "one" }, [INVALID], []],
  ])("%s", async (_, entries, webhooks, findings, notLogged) => {
    const code = findings.length > 0 ? 1 : 0;
    expect(await check(entries, webhooks)).toEqual({ code, findings, notLogged });
  });

  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries, "Testing the webhook payload validation"
  test.each([
    ["It's a Secret to Everybody", []],
    ["It's a secret to everybody", [INVALID]],
  ])("with signatures as GitHub computes them: %s", async (secret, findings) => {
    const spec = SPEC.replace(
      "algorithm: HMAC-SHA1, encoding: base64",
      "algorithm: HMAC-SHA256, encoding: hex, prefix: sha256=",
    ).replace(
      /application\/json: \{ schema: \{ type: object, required: .*/,
      "text/plain: { schema: { type: string } } }",
    );
    const { request, response } = delivery({
      body: "Hello, World!",
      signature: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    });
    request.headers[0] = { name: "Content-Type", value: "text/plain" };
    const entry = { request: { ...request, postData: { mimeType: "text/plain", text: "Hello, World!" } }, response };
    expect(await check([entry], { receivers: [URL], secret }, spec)).toMatchObject({ findings });
  });

  test("in headers that are not recorded", async () => {
    const { request, response } = delivery();
    const { headers: _, ...bare } = request;
    const { findings, notLogged } = await check([registration("one"), { request: bare, response }]);
    expect([findings, notLogged]).toEqual([[], ["1 × request headers"]]);
  });

  test("an algorithm that is not supported is named", async () => {
    const { notLogged } = await check([registration("one"), delivery()], {}, SPEC.replace("HMAC-SHA1", "RSA"));
    expect(notLogged).toEqual(["1 × webhook signatures: RSA in base64 is not supported"]);
  });

  test.each([
    ["", "the environment variable HOOK_SECRET is not set"],
    ["one", "no webhook of the spec has a header with x-webhook-signature"],
  ])("the secret %j is rejected", async (secret, message) => {
    const spec = SPEC.replace("x-webhook-signature", "x-none");
    const { code, stderr } = await runCheck([delivery()], { secret }, spec);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("the configuration names the variable of the secret", async () => {
    const config = `spec: spec.yaml\ntraffic: [a.har]\nwebhooks: { receivers: ["${URL}"], secretVariables: [HOOK_SECRET] }\n`;
    const folder = createFolder({ "spec.yaml": SPEC, "a.har": createHar(delivery()), "contract.config.yaml": config });
    const run = (env: Record<string, string>) =>
      runContract(["gate", "--config", join(folder, "contract.config.yaml")], "", env);
    expect((await run({ HOOK_SECRET: "one" })).code).toBe(0);
    expect((await run({ HOOK_SECRET: "two" })).code).toBe(1);
    expect(await run({})).toMatchObject({ code: 2, stderr: expect.stringContaining("HOOK_SECRET is not set") });
  });
});

describe("acknowledgements", () => {
  const timings = (wait: number, blocked = -1) => ({ time: wait + 2, timings: { blocked, send: 1, wait, receive: 1 } });
  test.each<[string, readonly Delivery[], readonly string[], readonly string[]]>([
    ["in time", [{ time: timings(1998) }], [], []],
    ["late", [{ time: timings(1999) }], ["webhook.response.late"], [UNREPEATED]],
    ["late by the total time", [{ time: { time: 2001 } }], ["webhook.response.late"], [UNREPEATED]],
    ["in time, after a wait for a connection", [{ time: { ...timings(10, 5000), time: 5012 } }], [], []],
    ["not measured", [{ time: { time: -1, timings: { send: -1, wait: -1, receive: -1 } } }], [], []],
    ["refused", [{ status: 503 }], ["response.status.undocumented"], [UNREPEATED]],
    ["refused, then repeated", [{ status: 503 }, {}], ["response.status.undocumented"], []],
    ["refused twice", [{ status: 503 }, { status: 503 }], ["response.status.undocumented"], [UNREPEATED]],
    [
      "refused, then another event",
      [{ status: 503 }, { body: '{"event":"SOLD","name":"b"}' }],
      ["response.status.undocumented"],
      [UNREPEATED],
    ],
  ])("%s", async (_, deliveries, findings, notLogged) => {
    const code = findings.length > 0 ? 1 : 0;
    expect(await check([registration("one"), ...deliveries.map(delivery)])).toEqual({ code, findings, notLogged });
  });
});
