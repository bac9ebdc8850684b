/** H: below and around HTTP. What takes long is scaled, and says so. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { type Attack, answered, call, get, ORDER, ORDERS, put, refused } from "../attack.js";
import type { Field } from "../field.js";
import { A, B, orderOf } from "../tenants.js";
import { answersOf, bytesOf, open, type Request, type WireAnswer } from "../wire.js";

const order = orderOf(A, 0);
const auth = ({ token }: Field): string => `Api-Version: 1.2\r\nAuthorization: Bearer ${token}\r\n`;
/** Bytes that are no HTTP as it should be: refused, or the connection is ended without a word. */
const raw = (
  line: string,
  says: string,
  bytes: (field: Field) => string,
  statuses: readonly number[] = [400],
): Attack => ({
  line,
  says,
  does: async (field) => {
    const answers = await field.bytes(bytes(field));
    for (const { status } of answers) expect(statuses).toContain(status);
  },
});
const head = (target: string, field: Field, more = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\n${auth(field)}${more}Connection: close\r\n\r\n`;
const framed =
  (framing: string, body: string) =>
  (field: Field): string =>
    `PUT ${ORDER} HTTP/1.1\r\nHost: a\r\n${auth(field)}Service-Request-Id: ${field.nextId()}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`;

/** Many connections of one kind, while a good call is answered; then they go. */
const crowd = (
  line: string,
  says: string,
  { count, first }: { readonly count: number; readonly first: (field: Field) => string },
): Attack => ({
  line,
  says,
  does: async (field) => {
    const sockets = [];
    for (let index = 0; index < count; index += 1) {
      const socket = await open(field.sandbox.url).catch(() => undefined);
      if (socket === undefined) continue;
      socket.on("error", () => undefined);
      socket.write(first(field));
      sockets.push(socket);
    }
    if (count < 1000) expect((await field.send(get(ORDERS)(field))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    for (let left = 100; left > 0; left -= 1) {
      const got = await field.send(get(ORDERS)(field)).catch(() => undefined);
      if (got?.status === 200) return;
      await pause(20);
    }
    throw new Error("no call is answered after the crowd has gone");
  },
});

/** A request that says where it is from; links have to be paths all the same. */
const spoofed = (headers: Request["headers"] = []): Attack => ({
  line: "H17",
  says: headers.map(([name]) => name).join(),
  does: async (field) => {
    const got = await field.send(call({ path: `${ORDERS}?limit=1`, headers }, field));
    expect(got.status).toBe(200);
    expect(got.json.links[0].href).toMatch(/^\/businesses\/[0-9a-f-]{36}\/orders\?/);
    expect(got.text).not.toContain("evil");
  },
});

const TYPES = [
  "text/plain",
  "application/jsonx",
  "application/json, text/plain",
  "application",
  "/",
  "json",
  "*/*",
].concat(["application/json; charset", "text/plain\tapplication/json", "application/x-www-form-urlencoded"]);

export const HTTP_LINES: readonly Attack[] = [
  {
    line: "H1",
    says: "100 heads that never end, a byte now and then (half a second of ten)",
    does: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => open(field.sandbox.url)));
      for (const socket of sockets) socket.on("error", () => undefined).write(`GET ${ORDERS} HTTP/1.1\r\nX: `);
      for (let beat = 0; beat < 10; beat += 1) {
        for (const socket of sockets) socket.write("x");
        expect((await field.send(get(ORDERS)(field))).status).toBe(200);
        await pause(50);
      }
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    line: "H2",
    says: "50 bodies of a byte each tenth of a second (half a second of fifteen), which then are left",
    does: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => open(field.sandbox.url)));
      for (const socket of sockets)
        socket.on("error", () => undefined).write(framed("Content-Length: 1000", "{")(field));
      for (let beat = 0; beat < 5; beat += 1) {
        for (const socket of sockets) socket.write(" ");
        expect((await field.send(get(ORDERS)(field))).status).toBe(200);
        await pause(100);
      }
      for (const socket of sockets) socket.destroy();
    },
  },
  crowd("H3", "200 connections that are kept and say nothing more", {
    count: 200,
    first: (field) => `GET ${ORDERS} HTTP/1.1\r\nHost: a\r\n${auth(field)}\r\n`,
  }),
  // Scaled from 10 000: what is over the limit of 1 024 is ended at once, and only that can be seen.
  crowd("H4", "1 100 connections, more than there may be", { count: 1100, first: () => "G" }),
  raw(
    "H5",
    "Content-Length and Transfer-Encoding",
    framed("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
  ),
  raw("H5", "two lengths", framed("Content-Length: 2\r\nContent-Length: 3", "{}x")),
  raw("H5", "a length that is a list", framed("Content-Length: 2, 2", "{}")),
  raw("H5", "a length with a sign", framed("Content-Length: +2", "{}")),
  raw("H5", "Transfer-Encoding xchunked", framed("Transfer-Encoding: xchunked", "2\r\n{}\r\n0\r\n\r\n"), [400, 501]),
  raw("H5", "chunked twice", framed("Transfer-Encoding: chunked, chunked", "2\r\n{}\r\n0\r\n\r\n")),
  raw("H5", "chunked, then identity", framed("Transfer-Encoding: chunked, identity", "2\r\n{}\r\n0\r\n\r\n")),
  raw("H5", "a chunk size that is too long", framed("Transfer-Encoding: chunked", `${"f".repeat(17)}\r\n{}`)),
  raw("H5", "a space before the colon", framed("Content-Length : 2", "{}")),
  raw("H5", "a folded line", (field) => head(ORDERS, field, "X-Folded: a\r\n b\r\n"), [400]),
  raw("H5", "bare line feeds", () => `GET ${ORDERS} HTTP/1.1\nHost: a\n\n`),
  raw("H5", "a bare carriage return", (field) => head(ORDERS, field, "X: a\rY: b\r\n")),
  raw("H5", "NUL in a header", (field) => head(ORDERS, field, "X: a\0b\r\n")),
  ...["", "\r\n", "\0", "GET", "GET / HTTP/9.9\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    .concat(["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "get / http/1.1\r\n\r\n", "x".repeat(100_000)])
    .map((bytes) => ({
      line: "H5",
      says: JSON.stringify(bytes.slice(0, 30)),
      does: async (field: Field) => {
        const socket = await open(field.sandbox.url);
        const answers = answersOf(socket);
        socket.end(bytes);
        for (const { status } of await answers) expect([400, 401, 404, 431, 505]).toContain(status);
      },
    })),
  raw("H6", "a header of 20 kB", (field) => head(ORDERS, field, `X: ${"x".repeat(20_000)}\r\n`), [431]),
  raw("H6", "2 000 headers", (field) => head(ORDERS, field, "X: y\r\n".repeat(3000)), [431]),
  raw("H6", "a target of 20 kB", (field) => head(`${ORDERS}?x=${"y".repeat(20_000)}`, field), [431]),
  raw("H7", "no Host", (field) => `GET ${ORDERS} HTTP/1.1\r\n${auth(field)}Connection: close\r\n\r\n`),
  raw("H7", "two Hosts", (field) => head(ORDERS, field, "Host: b\r\n"), [200, 400]),
  ...[
    "http://evil.example/hooks",
    `http://evil.example${ORDERS}`,
    `//evil${ORDERS}`,
    `/${ORDERS}`,
    "*",
    "hooks",
    "?",
    "\\hooks",
  ].map((target) => raw("H7", target, (field) => head(target, field), [400, 404])),
  ...["..%2f..%2fetc", "%2e%2e", "..%2f..%2f..%2fetc%2fpasswd", ".%2e/.%2e/", "..\\..\\etc", "%252e%252e"].map((id) =>
    refused("H8", id, get(`${ORDERS}/${id}`), { status: [400, 404] }),
  ),
  ...["../../../etc/passwd", "./../../", `../${A.orderIds[1]}/../${A.orderIds[0]}`].map((id) =>
    refused("H8", id, get(`${ORDERS}/${id}`), { status: [400, 404] }),
  ),
  ...[
    "%00",
    "%0d%0aX-Injected:%201",
    "%ff",
    "%E0%A4%A",
    "%",
    "%zz",
    "%c0%af",
    "%ed%a0%80",
    `${A.orderIds[0]}%00`,
  ].flatMap((id) => [
    refused("H9", `in the path: ${id}`, get(`${ORDERS}/${id}`), { status: [400, 404] }),
    answered("H9", `in the query: ${id}`, get(`${ORDERS}?orderNumber=${id}`), [200, 400]),
  ]),
  ...[200, 5000].map((length) =>
    refused("H10", `an id of ${length} characters`, get(`${ORDERS}/${"a".repeat(length)}`), {
      status: [400, 404, 414],
    }),
  ),
  refused("H10", "PUT to an id of 200 characters", put(order, `${ORDERS}/${"a".repeat(200)}`)),
  refused("H10", "PUT to an id that is no UUID", put({ ...order, id: undefined }, `${ORDERS}/1`)),
  ...TYPES.map((type) =>
    refused("H11", JSON.stringify(type), (field) =>
      call({ method: "PUT", path: ORDER, body: JSON.stringify(order), headers: [["Content-Type", type]] }, field),
    ),
  ),
  refused("H11", "no type", (field) => {
    const { headers = [], ...rest } = put(order)(field);
    return { ...rest, headers: headers.filter(([name]) => name !== "Content-Type") };
  }),
  refused("H11", "two types", (field) => {
    const request = put(order)(field);
    return { ...request, headers: [...(request.headers ?? []), ["Content-Type", "text/plain"]] };
  }),
  ...[
    "APPLICATION/JSON",
    "application/json ; charset=utf-8",
    "application/json\t;charset=UTF-8",
    'application/json;charset="utf-8"',
  ].map((type) =>
    answered("H11", `${JSON.stringify(type)}, which is one`, (field) =>
      call({ method: "PUT", path: ORDER, body: JSON.stringify(order), headers: [["Content-Type", type]] }, field),
    ),
  ),
  ...[[], ["a", "b"], ["a", "a"], ["x".repeat(129)], ["é"], [""], ["a\tb"]].map((ids) =>
    refused("H12", JSON.stringify(ids).slice(0, 30), (field) => {
      const { headers = [], ...rest } = put(order)(field);
      const others = headers.filter(([name]) => name !== "Service-Request-Id");
      return { ...rest, headers: [...others, ...ids.map((id) => ["Service-Request-Id", id] as const)] };
    }),
  ),
  raw(
    "H12",
    "CR and LF in it",
    framed("Service-Request-Id: a\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 2", "{}"),
    [400],
  ),
  ...["TRACE", "DELETE", "OPTIONS", "POST", "PROPFIND", "PURGE", "M-SEARCH"].map((method) =>
    refused("H13", method, (field) => call({ method, path: ORDER }, field), { status: 405 }),
  ),
  raw("H13", "CONNECT", () => "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", [405]),
  refused(
    "H13",
    "DELETE with an override",
    (field) => call({ path: ORDERS, headers: [["X-HTTP-Method-Override", "PUT"]], method: "DELETE" }, field),
    {
      status: 405,
    },
  ),
  answered("H13", "X-HTTP-Method-Override changes nothing", (field) =>
    call(
      {
        path: ORDER,
        headers: [
          ["X-HTTP-Method-Override", "PATCH"],
          ["X-Method-Override", "DELETE"],
        ],
      },
      field,
    ),
  ),
  ...["h2c", "websocket", "TLS/1.0"].map((protocol) =>
    answered(
      "H14",
      protocol,
      (field) =>
        call(
          {
            path: ORDERS,
            headers: [
              ["Connection", "Upgrade, HTTP2-Settings"],
              ["Upgrade", protocol],
              ["HTTP2-Settings", "AAMAAABk"],
            ],
          },
          field,
        ),
      [200, 400],
    ),
  ),
  {
    line: "H15",
    says: "Expect: 100-continue, and then nothing; 20 times",
    does: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open(field.sandbox.url)));
      for (const socket of sockets)
        socket.on("error", () => undefined).write(framed("Content-Length: 100\r\nExpect: 100-continue", "")(field));
      expect((await field.send(get(ORDERS)(field))).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    },
  },
  raw("H15", "another expectation", framed("Content-Length: 2\r\nExpect: 200-ok", "{}"), [400, 417]),
  {
    line: "H16",
    says: "gone in the middle of the body, 20 times: nothing is written",
    does: async (field) => {
      for (let index = 0; index < 20; index += 1) {
        const socket = await open(field.sandbox.url);
        const bytes = bytesOf(put(order)(field), "a");
        socket.on("error", () => undefined).write(bytes.subarray(0, bytes.length - 10 * index - 1));
        await pause(2);
        socket.resetAndDestroy();
      }
      await pause(50);
    },
  },
  {
    line: "H16",
    says: "gone before the answer, 20 times: written once, and the answer is there for whoever asks again",
    leaves: true,
    does: async (field) => {
      for (let index = 0; index < 20; index += 1) {
        const request = put({ ...order, notes: `try ${index}` })(field);
        const socket = await open(field.sandbox.url);
        socket.on("error", () => undefined).write(bytesOf(request, "a"), () => socket.destroy());
        await pause(index % 5);
        const [first, again] = [await field.send(request), await field.send(request)];
        expect([first.status, first.json.notes, again.text]).toEqual([200, `try ${index}`, first.text]);
      }
    },
  },
  spoofed([
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-Proto", "javascript"],
    ["X-Forwarded-Prefix", "/evil"],
  ]),
  spoofed([["Host", "evil.example"]]),
  spoofed([
    ["Forwarded", "host=evil.example;proto=http"],
    ["X-Original-URL", `/businesses/${B.businessId}/orders`],
  ]),
  spoofed([
    ["X-Rewrite-URL", "/evil"],
    ["X-Forwarded-For", "127.0.0.1"],
    ["True-Client-IP", "evil"],
  ]),
  {
    line: "H18",
    says: "100 requests in one piece: 100 answers, in their order",
    does: async (field) => {
      const one = (index: number): string =>
        `GET ${index % 2 === 0 ? ORDERS : `${ORDERS}/x`} HTTP/1.1\r\nHost: a\r\n${auth(field)}\r\n`;
      const answers: readonly WireAnswer[] = await field.bytes(
        Array.from({ length: 100 }, (_, it) => one(it)).join(""),
        100,
      );
      expect(answers.map(({ status }) => status)).toEqual(
        Array.from({ length: 100 }, (_, it) => (it % 2 === 0 ? 200 : 404)),
      );
    },
  },
  {
    line: "H18",
    says: "a write that is cut off behind others",
    does: async (field) => {
      const good = `GET ${ORDERS} HTTP/1.1\r\nHost: a\r\n${auth(field)}\r\n`;
      const socket = await open(field.sandbox.url);
      const answers = answersOf(socket, 3);
      socket.end(good + good + framed("Content-Length: 100", "{")(field));
      expect((await answers).map(({ status }) => status).slice(0, 2)).toEqual([200, 200]);
    },
  },
];
