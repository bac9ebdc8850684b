/** Published examples of signed webhooks, and deliveries that differ from them in one part. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createWebhookVerifier, STANDARD_WEBHOOKS, type WebhookScheme } from "../../../src/client/index.js";

type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string };
type Example = { readonly scheme: WebhookScheme; readonly secret: string; readonly now: number } & Delivery;

/** Of the specification of Standard Webhooks. */
const STANDARD: Example = {
  scheme: STANDARD_WEBHOOKS,
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  now: 1614265330,
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  body: '{"test": 2432232314}',
};

/** Of the documentation of a code host: one header with a prefix. */
const PREFIXED: Example = {
  scheme: { header: "X-Hub-Signature-256", prefix: "sha256=" },
  secret: "It's a Secret to Everybody",
  now: 0,
  headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
  body: "Hello, World!",
};

const sign = (text: string) => createHmac("sha256", "s").update(text).digest("hex");

/** One header with members: time and signatures. */
const MEMBERS: Example = {
  scheme: { header: "Signature", field: "v1", signed: "{t}.{body}", timestamp: "t" },
  secret: "s",
  now: 1000,
  headers: { signature: `t=990,v1=${sign("other")},v1=${sign("990.{}")}` },
  body: "{}",
};

const verify = ({ scheme, secret, now, headers, body }: Example, secrets: string | readonly string[] = secret) =>
  createWebhookVerifier(scheme, () => now * 1000)({ headers, body }, secrets);

describe.each(Object.entries({ STANDARD, PREFIXED, MEMBERS }))("%s", (_, example) => {
  const [[name = "", value = ""] = []] = Object.entries(example.headers).slice(-1);

  test("is accepted, also as a request, and during a rotation", async () => {
    expect(await verify(example)).toBe(true);
    expect(await verify(example, ["another", example.secret])).toBe(true);
    const request = new Request("https://me.example", { method: "POST", body: example.body, headers: example.headers });
    expect(await createWebhookVerifier(example.scheme, () => example.now * 1000)(request, example.secret)).toBe(true);
    expect(await request.text()).toBe(example.body);
  });

  test.each<[string, Partial<Example>]>([
    ["another body", { body: `${example.body} ` }],
    ["another secret", { secret: `${example.secret.slice(0, -1)}A` }],
    ["no secret", { secret: "" }],
    ["no signature", { headers: { ...example.headers, [name]: "" } }],
    ["another signature", { headers: { ...example.headers, [name]: value.replace(/.(=?)$/, "0$1") } }],
    ["another spelling", { headers: { ...example.headers, [name]: value.replace(/([a-f0-9+/=])$/, "$1=") } }],
    ["another hash", { scheme: { ...example.scheme, hash: "SHA-1" } }],
  ])("with %s is refused", async (_, edit) => expect(await verify({ ...example, ...edit })).toBe(false));
});

test.each([
  [STANDARD, 299, true],
  [STANDARD, 301, false],
  [STANDARD, -301, false],
  [MEMBERS, 291, false],
])("%# %i s later: %s", async (example, seconds, expected) => {
  expect(await verify({ ...example, now: example.now + seconds })).toBe(expected);
});

test("of several signatures, one has to match", async () => {
  const headers = { ...STANDARD.headers, "webhook-signature": `v1,AAAA ${STANDARD.headers["webhook-signature"]} v2,x` };
  expect(await verify({ ...STANDARD, headers })).toBe(true);
});
