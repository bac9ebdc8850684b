/** W, for registrations: delivery URLs and other fields. */
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect } from "vitest";
import { sign, verify } from "../../../../src/webhooks/index.js";
import { type Attack, hook, put, refused, responded, shown } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import { HOOK_SECRET } from "../canaries.js";
import { A, orderOf } from "../tenants.js";

export function registration(parts: object = {}): object {
  return {
    ...{ applicationId: A.applicationId, businessId: A.businessId, secret: HOOK_SECRET },
    ...{ deliveryUrl: "https://listener.example/events", eventTypes: ["ORDER_CANCELLED"] },
    ...parts,
  };
}

const url = (line: string, deliveryUrl: string | ((field: AttackedSandbox) => string)): Attack =>
  refused(line, typeof deliveryUrl === "string" ? shown(deliveryUrl) : "an address of the sandbox itself", (field) =>
    hook(registration({ deliveryUrl: typeof deliveryUrl === "string" ? deliveryUrl : deliveryUrl(field) }))(field),
  );

const URLS = load(readFileSync("test/sandbox/delivery-urls/refused-urls.yaml", "utf8")) as Record<
  string,
  readonly string[]
>;
const listUrls = (line: string, ...names: readonly string[]): readonly Attack[] =>
  names.flatMap((name) => (URLS[name] ?? []).map((text) => url(line, text)));
const PORTS = ["0", "22", "25", "65536", "-1", "abc", "6000", "99999999999", "٨٠"];

const secrets: readonly unknown[] = [
  "",
  "x".repeat(257),
  "x".repeat(10_000),
  "é",
  "a\0b",
  "a\nb",
  "\u007f",
  "a\u2028b",
  1,
  ["x"],
  {},
];
const types: readonly unknown[] = [
  ...[
    [],
    ["ORDER_OPENED", "ORDER_OPENED"],
    ["ORDER_LOST"],
    ["order_opened"],
    ["toString"],
    ["__proto__"],
    [1],
    [null],
    [["ORDER_OPENED"]],
  ],
  ...[
    "ORDER_OPENED",
    {},
    Array.from({ length: 10_000 }, (_, index) => `T${index}`),
    ["ORDER_OPENED "],
    ["ORDER_OPENED\0"],
  ],
];

const payload = '{"id":"1","name":"Größe"}';
const signature = await sign(Buffer.from(payload), HOOK_SECRET);
const wrong: readonly (readonly [title: string, body: string, header: string])[] = [
  ["shorter", payload, signature.slice(0, -4)],
  ["longer", payload, `${signature}AAAA`],
  ["empty", payload, ""],
  ["as hex", payload, Buffer.from(signature, "base64").toString("hex")],
  ["no base64", payload, "é".repeat(28)],
  ["a header of 1 MB", payload, signature.padEnd(1_000_000, "A")],
  ["the body written again", JSON.stringify(JSON.parse(payload), undefined, 1), signature],
  ["a line break behind the body", `${payload}\n`, signature],
  ["another secret's", payload, await sign(Buffer.from(payload), "another")],
];

export const WEBHOOK_LINES: readonly Attack[] = [
  ...listUrls("W1", "loopback", "numbers"),
  url("W2", "http://[::1]/"),
  ...listUrls("W2", "embedded"),
  ...listUrls("W3", "private"),
  ...listUrls("W7", "schemes"),
  ...listUrls("W8", "spellings"),
  ...PORTS.map((port) => url("W9", `http://listener.example:${port}/`)),
  url("W10", "https://services.commerce-cloud.example/hooks"),
  url("W10", ({ sandbox }) => `${sandbox.adminUrl}/reset`),
  url("W10", ({ sandbox }) => `http://localhost:${new URL(sandbox.url).port}/hooks`),
  // 127.0.0.2 is allowed, but this port belongs to the sandbox, which is bound to all addresses.
  url("W10", ({ sandbox }) => `http://127.0.0.2:${new URL(sandbox.url).port}/hooks`),
  ...secrets.map((secret) => refused("W12", shown(JSON.stringify(secret)), hook(registration({ secret })))),
  responded("W12", "of one character", hook(registration({ secret: "x" })), 201),
  responded("W12", "of 256 characters", hook(registration({ secret: "x ".repeat(128) })), 201),
  ...types.map((eventTypes) => refused("W13", shown(JSON.stringify(eventTypes)), hook(registration({ eventTypes })))),
  ...wrong.map(
    ([title, body, header]): Attack => ({
      line: "W15",
      title,
      run: async () => expect(await verify(Buffer.from(body), header, HOOK_SECRET)).toBe(false),
    }),
  ),
  refused(
    "W16",
    "CR and LF in the id of an order",
    put({ ...orderOf(A, 0), id: undefined }, `/businesses/${A.businessId}/orders/a%0d%0aX:%201`),
  ),
  refused(
    "W16",
    "CR and LF in the URL",
    hook(registration({ deliveryUrl: "https://listener.example/\r\nX-Injected: 1" })),
  ),
];
