/** D: JSON and bytes. */
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { type Attack, call, hook, ORDER, put, refused, responded } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import { openConnection, readResponses, serializeRequest } from "../raw-http.js";
import { A, orderOf } from "../tenants.js";
import { registration } from "./webhooks.js";

const order = orderOf(A, 0);
const text = JSON.stringify(order);
const withNotes = (notes: string): string => text.replace(/"notes":"notes [^"]*"/, `"notes":${notes}`);
const withMember = (member: string): string => `{${member},${text.slice(1)}`;
const nested = (depth: number): string => withMember(`"x":${"[".repeat(depth)}${"]".repeat(depth)}`);
/** A text with invalid UTF-8. */
const withBytes = (...bytes: readonly number[]): Buffer => {
  const [before = "", after = ""] = text.split("notes of");
  return Buffer.concat([Buffer.from(`${before}notes `), Buffer.from(bytes), Buffer.from(`of${after}`)]);
};
const many = (count: number, member: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => member(index)).join(",");
const typed = (type: string, body: string | Uint8Array) => (field: AttackedSandbox) =>
  call({ method: "PUT", path: ORDER, body, headers: [["Content-Type", type]] }, field);
const encodedAs = (encoding: string, body: Uint8Array) => (field: AttackedSandbox) =>
  call({ method: "PUT", path: ORDER, body, headers: [["Content-Encoding", encoding]] }, field);

/** Names that collide in a simple hash table: Java's, and V8's for integers. */
const COLLIDING = Array.from({ length: 4096 }, (_, index) =>
  index.toString(2).padStart(12, "0").replaceAll("0", "Aa").replaceAll("1", "BB"),
);

/** A body whose framing is wrong or incomplete; the connection gets a response and is closed. */
const streamed = (
  title: string,
  head: readonly (readonly [string, string])[],
  write: () => Iterable<string>,
): Attack => ({
  line: "D11",
  title,
  run: async (field) => {
    const socket = await openConnection(field.sandbox.url);
    const responses = readResponses(socket);
    const headers = [...(call({ method: "PUT", path: ORDER, body: "" }, field).headers ?? []), ...head];
    socket.write(serializeRequest({ method: "PUT", path: ORDER, headers }, "a"));
    for (const chunk of write()) {
      if (socket.destroyed) break;
      if (!socket.write(chunk)) await new Promise((on) => setTimeout(on, 2));
    }
    const statuses = (await responses).map(({ status }) => status);
    // A client that continues to write may see a reset before the response.
    expect([[400], [413], []]).toContainEqual(statuses);
  },
});

function* endless(): Generator<string> {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 400; sent += 1) yield chunk;
}

export const JSON_LINES: readonly Attack[] = [
  ...[65, 5000, 100_000].map((depth) => refused("D1", `depth ${depth}`, put(nested(depth)))),
  refused("D1", "objects 5 000 deep", put(withMember(`"x":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`))),
  refused("D1", "100 000 brackets that never close", put("[".repeat(100_000))),
  refused("D2", "a name twice", put(withMember('"id":"x"'))),
  refused("D2", "a name twice, once escaped", put(withMember('"\\u0069d":"x"'))),
  refused("D2", "a name twice, deep", put(withMember('"x":[{"a":{"b":1,"b":2}}]'))),
  ...["9007199254740993", "1e400", "-1e400", "1e-400", "0.1", "1e15.5", "01", "+1", ".5", "5.", "0x10", "1_000"].map(
    (number) => refused("D3", number, put(text.replace('"netTotal":1000', `"netTotal":${number}`))),
  ),
  ...["-0", "1.0", "1e3"].map((number) =>
    responded("D3", `${number}, which is an integer`, put(text.replace('"netTotal":1000', `"netTotal":${number}`))),
  ),
  refused(
    "D3",
    "customerUserId beyond 2^53",
    put(text.replace(/"customerUserId":\d+/, '"customerUserId":9007199254740993')),
  ),
  ...[[0xff], [0x80], [0xc3], [0xf8, 0x88, 0x80, 0x80, 0x80]].map((bytes) =>
    refused("D4", Buffer.from(bytes).toString("hex"), put(withBytes(...bytes))),
  ),
  ...[
    [0xc0, 0xaf],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xc1, 0x81],
  ].map((bytes) => refused("D5", Buffer.from(bytes).toString("hex"), put(withBytes(...bytes)))),
  ...['"\\ud800"', '"\\udc00\\ud800"', '"a\\ud83d"'].map((notes) => refused("D6", notes, put(withNotes(notes)))),
  refused("D6", "in a name", put(withMember('"\\ud800":1'))),
  ...['"\\u0000"', '"a\\u0000b"', '"\0"'].map((notes) => refused("D7", JSON.stringify(notes), put(withNotes(notes)))),
  refused("D7", "in a name", put(withMember('"a\\u0000":1'))),
  refused("D7", "in a hook", hook(registration({ deliveryUrl: "https://listener.example/\0" }))),
  refused("D8", "UTF-8", put(`\ufeff${text}`)),
  refused("D8", "two of them", put(`\ufeff\ufeff${text}`)),
  ...(["utf16le", "latin1"] as const).map((encoding) =>
    refused("D9", `${encoding}, not said`, put(Buffer.from(withNotes('"é"'), encoding))),
  ),
  ...["utf-16", "utf-16le", "iso-8859-1", "utf-7", "utf-32", "", "x"].map((charset) =>
    refused("D9", `charset=${charset}`, typed(`application/json; charset=${charset}`, Buffer.from(text, "utf16le"))),
  ),
  refused("D9", "the secret of a hook in UTF-16", hook(Buffer.from(JSON.stringify(registration()), "utf16le"))),
  ...[
    `${text}x`,
    `${text}${text}`,
    `${text},`,
    text.slice(0, -1),
    `${text}//`,
    `/**/${text}`,
    text.replaceAll('"', "'"),
  ].map((body, index) => refused("D10", `number ${index}`, put(body))),
  ...["NaN", "Infinity", "undefined", "'x'", "`x`", '"a\nb"', '"\\x41"', '"\\u12"', "True"].map((notes) =>
    refused("D10", notes, put(withNotes(notes))),
  ),
  refused("D11", "1 MiB and a byte", put(text.padEnd(1024 * 1024 + 1))),
  responded("D11", "1 MiB exactly", put(text.padEnd(1024 * 1024))),
  streamed("1 GiB announced, of which little comes", [["Content-Length", String(2 ** 30)]], () => ["{"]),
  streamed("a length of twenty digits", [["Content-Length", "9".repeat(20)]], () => ["{"]),
  streamed("a length that is negative", [["Content-Length", "-1"]], () => ["{"]),
  // Scaled down: 25 MiB of an endless body, 25 times the limit.
  streamed("chunks without end", [["Transfer-Encoding", "chunked"]], endless),
  ...["gzip", "GZIP", "deflate", "br", "x-gzip", "identity, gzip", "gzip, gzip", "zstd"].map((encoding) =>
    refused("D12", encoding, encodedAs(encoding, gzipSync(text))),
  ),
  refused("D12", "a bomb: 100 MB of zeros", encodedAs("gzip", gzipSync(Buffer.alloc(1e8)))),
  refused("D12", "gzip that is not said", put(gzipSync(text))),
  refused("D13", "100 000 items", put(withMember(`"x":[${many(100_000, () => "0")}]`))),
  refused("D13", "a name of nearly 1 MB", put(withMember(`"${"k".repeat(1_000_000)}":1`))),
  refused("D13", "100 000 names", put(withMember(many(100_000, (index) => `"${index.toString(36)}":0`)))),
  refused(
    "D14",
    "4 096 names with one hash, three times",
    put(withMember(`"x":{${COLLIDING.flatMap((name) => ["", "x", "y"].map((end) => `"${name}${end}":0`)).join(",")}}`)),
  ),
  responded(
    "D14",
    "4 096 names with one hash are few enough",
    put(withMember(`"x":{${COLLIDING.map((name) => `"${name}":0`).join(",")}}`)),
  ),
  ...['"5"', '"1000"', '""', '" 5"', "true"].map((value) =>
    refused("D15", value, put(text.replace('"netTotal":1000', `"netTotal":${value}`))),
  ),
  ...["orderNumber", "notes", "id", "updatedAt", "statuses", "context", "amounts"].map((name) =>
    refused("D16", name, put({ ...order, [name]: [order[name]] })),
  ),
  ...["orderNumber", "id", "createdAt", "items", "amounts", "transactions", "context"].map((name) =>
    refused("D17", name, put({ ...order, [name]: null })),
  ),
  ...["applicationId", "businessId", "deliveryUrl", "secret", "eventTypes"].map((name) =>
    refused("D17", `a hook: ${name}`, hook(registration({ [name]: null }))),
  ),
  ...["", "null", "[]", "1", '""', "true", " ", "\n"].map((body) => refused("D18", JSON.stringify(body), put(body))),
  ...["null", "[]", "{}", '""'].map((body) => refused("D18", `a hook: ${body}`, hook(body))),
  refused("D19", "__proto__", put(withMember('"__proto__":{"id":"x"}'))),
  refused("D19", "__proto__, deep and escaped", put(withMember('"x":[{"\\u005f_proto__":1}]'))),
  ...["constructor", "toString", "hasOwnProperty", "valueOf", "toJSON", "then", "length"].map((name) =>
    responded("D19", name, put(withMember(`"${name}":{"x":1}`))),
  ),
  ...['"\\u202eevil\\u202c"', '"a\\u200bb"', `"e${"\\u0301".repeat(10_000)}"`, '"\\u001b]0;x\\u0007"', '"\\ufffe"'].map(
    (notes) => responded("D20", notes.slice(0, 40), put(withNotes(notes))),
  ),
];
