/** W, for registrations: delivery URLs and other fields. */
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

const LOOPBACK = [
  ...[
    "http://127.0.0.1/",
    "http://127.0.0.1:3000/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost:3000/",
  ],
  ...[
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://127.1/",
    "http://127.9.9.9/",
  ],
  ...[
    "http://１２７.0.0.1/",
    "http://ⓛocalhost/",
    "http://%31%32%37.0.0.1/",
    "http://loc%61lhost/",
    "http://127。0。0。1/",
  ],
];
const EMBEDDED = [
  ...[
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::127.0.0.1]/",
  ],
  ...[
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
  ],
  ...[
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fc00::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
  ],
];
const PRIVATE = [
  ...[
    "http://169.254.169.254/latest/meta-data",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./",
  ],
  ...[
    "http://0.0.0.0/",
    "http://0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
  ],
  ...["http://224.0.0.1/", "http://255.255.255.255/", "http://198.18.0.1/", "http://192.0.0.1/", "http://192.0.2.1/"],
];
const SCHEMES = [
  ...["file:///etc/passwd", "gopher://listener.example/", "data:,x", "ftp://listener.example/", "unix:/tmp/x.sock"],
  ...["http+unix://%2Ftmp%2Fx.sock/", "javascript:alert(1)", "//listener.example/", "/events", "", "listener.example"],
  ...["ws://listener.example/", "http:listener.example", "http:/listener.example", "blob:http://listener.example/x"],
];
const SPELLINGS = [
  ...["http://user:password@listener.example/", "http://@listener.example/", "http://a@b@listener.example/"],
  ...[
    "http://listener.example\\@127.0.0.1/",
    "http:\\\\listener.example/",
    "http://listener\t.example/",
    "http://аpple.example/",
  ],
  ...[
    "http://listener.example/\r\nX: y",
    " http://listener.example/",
    "http://listener.example/#x",
    "http://listener.example/ ",
  ],
  ...[
    "http://listener.example#@127.0.0.1/",
    "http://listener.example?@127.0.0.1/#",
    "http://[::1",
    "http:///x",
    "http://",
  ],
];
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
  ...LOOPBACK.map((text) => url("W1", text)),
  ...EMBEDDED.map((text) => url("W2", text)),
  ...PRIVATE.map((text) => url("W3", text)),
  ...SCHEMES.map((text) => url("W7", text)),
  ...SPELLINGS.map((text) => url("W8", text)),
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
