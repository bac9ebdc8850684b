import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { sign, verify } from "../../src/webhooks/index.js";
import { VECTORS } from "./vectors.js";

const EVENT =
  '{"id":"2c4e6a8f-9eb1-47d8-8adc-4e6a8c0b2fc1","hookId":"9a1c3e5b-8da0-46c7-b9cb-3d5f7b9a1eb1","eventType":"ORDER_OPENED","applicationId":"urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1","businessId":"7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11","storeId":"1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21","deviceId":"urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1","resource":"/orders","resourceId":"4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52","links":[{"href":"https://services.commerce-cloud.example/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders/4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52","rel":"resource","method":"GET"}],"createdAt":"2026-03-14T12:09:00Z","updatedAt":"2026-03-14T12:09:00Z"}';
const SECRET = "a-long-random-signing-secret";
const RIGHT = "PGaecd3PZjrddZXZQbMPyciyq6o=";

test.each(VECTORS)("the signature is base64 of the binary HMAC-SHA1: $title", async ({ secret, payload, hex }) => {
  const right = Buffer.from(hex, "hex").toString("base64");
  expect(await sign(payload, secret)).toBe(right);
  expect(await verify(payload, right, secret)).toBe(true);
});

test("the signature in the contract is that of its own example", async () => {
  expect(await sign(EVENT, SECRET)).toBe(RIGHT);
  expect(await verify(EVENT, RIGHT, SECRET)).toBe(true);
});

test("text, bytes, a view of bytes and an ArrayBuffer are the same payload", async () => {
  const bytes = new TextEncoder().encode("größer ✓");
  const within = new Uint8Array([0, 0, ...bytes, 0]).subarray(2, 2 + bytes.length);
  const { buffer } = Uint8Array.from(bytes);
  const wide = new Uint16Array(Uint8Array.from(bytes).buffer);
  const forms = ["größer ✓", bytes, within, buffer, Buffer.from(bytes), new DataView(buffer), wide];
  const signatures = await Promise.all(forms.map((payload) => sign(payload as Uint8Array, SECRET)));
  expect(new Set(signatures).size).toBe(1);
});

test("any signature verifies; with any byte, character or secret changed it does not", async () => {
  const text = fc.string({ minLength: 1, unit: "binary" });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), text, text, fc.nat(), fc.integer({ min: 1, max: 255 }), async (...given) => {
      const [payload, secret, other, place, mask] = given;
      const signature = await sign(payload, secret);
      expect(signature).toMatch(/^[A-Za-z0-9+/]{27}=$/);
      expect(await verify(payload, signature, secret)).toBe(true);
      expect(await verify(payload, signature, [other, secret])).toBe(true);
      const changed = payload.map((byte, index) => (index === place % payload.length ? byte ^ mask : byte));
      if (payload.length > 0) expect(await verify(changed, signature, secret)).toBe(false);
      expect(await verify(payload.subarray(1), signature, secret)).toBe(payload.length === 0);
      expect(await verify(new Uint8Array([...payload, mask]), signature, secret)).toBe(false);
      const at = place % signature.length;
      const code = signature.charCodeAt(at) ^ mask;
      const forged = signature.slice(0, at) + String.fromCharCode(code) + signature.slice(at + 1);
      expect(await verify(payload, forged, secret)).toBe(false);
      if (sameKey(secret, other)) return;
      expect(await verify(payload, signature, other)).toBe(false);
    }),
  );
});

/** HMAC pads short keys with zeros, and invalid UTF-16 becomes U+FFFD in UTF-8. */
function sameKey(left: string, right: string): boolean {
  const [one, two] = [left, right].map((secret) => Buffer.from(secret).toString("latin1").replace(/\0+$/, ""));
  return one === two;
}

test("no signature makes it throw", async () => {
  const signature = fc.string({ unit: "binary" });
  await fc.assert(fc.asyncProperty(signature, async (text) => !(await verify(EVENT, text, SECRET))));
});

describe("a signature with another encoding is invalid", () => {
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
    ["not padded but written on", `${RIGHT.slice(0, -1)}A`],
  ])("%s", async (_, signature) => {
    expect(await verify(EVENT, signature, SECRET)).toBe(false);
  });

  test("a list, as of a repeated header", async () => {
    const twice: unknown = [RIGHT, RIGHT];
    // Frameworks may pass values that their types exclude.
    expect(await verify(EVENT, twice as string, SECRET)).toBe(false);
  });
});

test("a body that was parsed and serialized again is invalid", async () => {
  expect(await verify(JSON.stringify(JSON.parse(EVENT), null, 2), RIGHT, SECRET)).toBe(false);
});

test.each([[JSON.parse(EVENT)], [undefined], [null], [17], [[1, 2]]])(
  "a parsed payload is rejected: %j",
  async (payload) => {
    const fix = /Pass the raw body, not a parsed one: express\.raw.*parseAs.*request\.arrayBuffer\(\)/;
    await expect(verify(payload, RIGHT, SECRET)).rejects.toThrow(fix);
    await expect(sign(payload, SECRET)).rejects.toThrow(fix);
  },
);

test.each([[""], [[]], [["a", ""]], [undefined], [null]])("an invalid secret is rejected: %j", async (secret) => {
  // An unset environment variable is undefined, despite its type.
  await expect(verify(EVENT, RIGHT, secret as string)).rejects.toThrow(/secret is missing or empty/);
  if (!Array.isArray(secret)) await expect(sign(EVENT, secret as string)).rejects.toThrow(/secret is missing or empty/);
});

test("every secret is tried, also if the first is valid", async () => {
  const spy = vi.spyOn(crypto.subtle, "verify");
  expect(await verify(EVENT, RIGHT, [SECRET, "b", "c"])).toBe(true);
  expect(spy).toHaveBeenCalledTimes(3);
  expect(await verify(EVENT, `A${RIGHT.slice(1)}`, [SECRET, "b"])).toBe(false);
  expect(spy).toHaveBeenCalledTimes(5);
  spy.mockRestore();
});

describe("a Request", () => {
  const request = (signature?: string): Request =>
    new Request("http://127.0.0.1/events", {
      method: "POST",
      body: EVENT,
      ...(signature === undefined ? {} : { headers: { "Service-Webhook-Signature": signature } }),
    });

  test("is verified by its own header, and its body can still be read", async () => {
    const right = request(RIGHT);
    expect(await verify(right, ["another", SECRET])).toBe(true);
    expect(await right.text()).toBe(EVENT);
    expect(await verify(request(RIGHT), "another")).toBe(false);
    expect(await verify(request(`A${RIGHT.slice(1)}`), SECRET)).toBe(false);
    expect(await verify(request(), SECRET)).toBe(false);
  });

  test("is rejected if its body was read, and without a secret", async () => {
    const read = request(RIGHT);
    await read.json();
    await expect(verify(read, SECRET)).rejects.toThrow(TypeError);
    await expect(verify(request(RIGHT), "")).rejects.toThrow(/secret is missing or empty/);
  });
});
