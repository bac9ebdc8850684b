import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sign, verify } from "../../src/webhooks/index.js";

/** HMAC-SHA1 of RFC 2202, section 3, in base64; keys are the bytes of these texts. */
const VECTORS: readonly { readonly secret: string; readonly payload: string | Uint8Array; readonly hex: string }[] = [
  { secret: "\x0b".repeat(20), payload: "Hi There", hex: "b617318655057264e28bc0b6fb378c8ef146be00" },
  { secret: "Jefe", payload: "what do ya want for nothing?", hex: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79" },
];

const EVENT =
  '{"id":"2c4e6a8f-9eb1-47d8-8adc-4e6a8c0b2fc1","hookId":"9a1c3e5b-8da0-46c7-b9cb-3d5f7b9a1eb1","eventType":"ORDER_OPENED","applicationId":"urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1","businessId":"7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11","storeId":"1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21","deviceId":"urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1","resource":"/orders","resourceId":"4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52","links":[{"href":"https://services.commerce-cloud.example/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders/4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52","rel":"resource","method":"GET"}],"createdAt":"2026-03-14T12:09:00Z","updatedAt":"2026-03-14T12:09:00Z"}';
const SECRET = "a-long-random-signing-secret";
const RIGHT = "PGaecd3PZjrddZXZQbMPyciyq6o=";

test("the signature is base64 of the binary HMAC-SHA1", () => {
  for (const { secret, payload, hex } of VECTORS) {
    expect(Buffer.from(sign(payload, secret), "base64").toString("hex")).toBe(hex);
  }
});

test("the signature in the contract is that of its own example", () => {
  expect(sign(EVENT, SECRET)).toBe(RIGHT);
  expect(verify(EVENT, RIGHT, SECRET)).toBe(true);
});

test("text, bytes, a view of bytes and an ArrayBuffer are the same payload", () => {
  const bytes = new TextEncoder().encode("größer ✓");
  const within = new Uint8Array([0, 0, ...bytes, 0]).subarray(2, 2 + bytes.length);
  const buffer = Uint8Array.from(bytes).buffer;
  const signatures = ["größer ✓", bytes, within, buffer, Buffer.from(bytes)].map((payload) => sign(payload, SECRET));
  expect(new Set(signatures).size).toBe(1);
});

test("whatever is signed verifies, and nothing else", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ minLength: 1, unit: "binary" }), fc.nat(27), (payload, secret, place) => {
      const signature = sign(payload, secret);
      expect(signature).toMatch(/^[A-Za-z0-9+/]{27}=$/);
      expect(verify(payload, signature, secret)).toBe(true);
      expect(verify(payload, signature, ["another", secret])).toBe(true);
      expect(verify(payload, signature, `${secret}x`)).toBe(false);
      expect(verify(new Uint8Array([...payload, 0]), signature, secret)).toBe(false);
      const other = signature[place] === "A" ? "B" : "A";
      expect(verify(payload, signature.slice(0, place) + other + signature.slice(place + 1), secret)).toBe(false);
    }),
  );
});

test("no signature makes it throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (signature) => !verify(EVENT, signature, SECRET)));
});

describe("a signature that is written otherwise is wrong", () => {
  const digest = Buffer.from(RIGHT, "base64");
  test.each([
    ["hexadecimal", digest.toString("hex")],
    ["hexadecimal in capitals", digest.toString("hex").toUpperCase()],
    ["base64url", digest.toString("base64url")],
    ["without padding", RIGHT.slice(0, -1)],
    ["with more padding", `${RIGHT}=`],
    ["a line end behind", `${RIGHT}\n`],
    ["a space before", ` ${RIGHT}`],
    ["quotation marks", `"${RIGHT}"`],
    ["an algorithm before", `sha1=${RIGHT}`],
    ["another last character that decodes to the same bytes", `${RIGHT.slice(0, -2)}p=`],
    ["twice, as a proxy joins headers", `${RIGHT}, ${RIGHT}`],
    ["nothing", ""],
    ["one byte", "P"],
    ["half", RIGHT.slice(0, 14)],
    ["beyond ASCII", "PGaecd3PZjrddZXZQbMPyciyq6ö="],
    ["very long", RIGHT.repeat(10_000)],
    ["undefined", undefined],
    ["null", null],
  ])("%s", (_, signature) => {
    expect(verify(EVENT, signature, SECRET)).toBe(false);
  });

  test("a list, as a header that came twice", () => {
    const twice: unknown = [RIGHT, RIGHT];
    // A framework gives what its types do not say.
    expect(verify(EVENT, twice as string, SECRET)).toBe(false);
  });
});

test("a body that was parsed and written again is wrong", () => {
  expect(verify(JSON.stringify(JSON.parse(EVENT), null, 2), RIGHT, SECRET)).toBe(false);
});

test.each([[JSON.parse(EVENT)], [undefined], [null], [17], [[1, 2]]])(
  "a payload that was parsed is refused: %j",
  (payload) => {
    expect(() => verify(payload, RIGHT, SECRET)).toThrow(/give the raw body, a string or a Uint8Array.*express\.raw/);
  },
);

test.each([[""], [[]], [["a", ""]], [undefined], [null]])("a secret that is none is refused: %j", (secret) => {
  // What is not set in an environment is undefined, whatever the types say.
  expect(() => verify(EVENT, RIGHT, secret as string)).toThrow(/secret is missing or empty/);
});

test("a wrong signature takes as long as the right one", () => {
  const time = (signature: string): number => {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 2000; round += 1) verify(EVENT, signature, SECRET);
    return Number(process.hrtime.bigint() - start);
  };
  const ratio = (): number => time(`A${RIGHT.slice(1)}`) / time(`${RIGHT.slice(0, -2)}A=`);
  const ratios = Array.from({ length: 15 }, ratio).sort((left, right) => left - right);
  expect(ratios[7]).toBeGreaterThan(0.6);
  expect(ratios[7]).toBeLessThan(1.6);
});
