/** H1 to H7, H15, H16 and H18: connections and their requests. Slow attacks are scaled down, with a comment. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { type Attack, get, ORDERS, put } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import { auth, framed, head, raw } from "../raw.js";
import { openConnection, type RawResponse, readResponses, serializeRequest } from "../raw-http.js";
import { A, orderOf } from "../tenants.js";

const order = orderOf(A, 0);

/** Opens many connections, sends a valid request meanwhile, and closes them. */
const crowd = (
  line: string,
  title: string,
  { count, first }: { readonly count: number; readonly first: (field: AttackedSandbox) => string },
): Attack => ({
  line,
  title,
  run: async (field) => {
    const sockets = [];
    for (let index = 0; index < count; index += 1) {
      const socket = await openConnection(field.sandbox.url).catch(() => undefined);
      if (socket === undefined) continue;
      socket.on("error", () => undefined);
      socket.write(first(field));
      sockets.push(socket);
    }
    if (count < 1000) expect((await field.send(get(ORDERS)(field))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    for (let status = 0; status !== 200; await pause(20))
      status = (await field.send(get(ORDERS)(field)).catch(() => undefined))?.status ?? 0;
  },
});

/** Expects an error response instead of a closed connection. */
const tooLarge = (title: string, bytes: (field: AttackedSandbox) => string): Attack => ({
  line: "H6",
  title,
  run: async (field) => expect((await field.bytes(bytes(field))).map(({ status }) => status)).toEqual([431]),
});

export const CONNECTION_LINES: readonly Attack[] = [
  {
    line: "H1",
    title: "100 heads that never end, a byte now and then (half a second of ten)",
    run: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => openConnection(field.sandbox.url)));
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
    title: "50 bodies of a byte each tenth of a second (half a second of fifteen), which then are left",
    run: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => openConnection(field.sandbox.url)));
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
  // Scaled down from 10 000: connections over the limit of 1 024 are closed immediately.
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
      title: JSON.stringify(bytes.slice(0, 30)),
      run: async (field: AttackedSandbox) => {
        const socket = await openConnection(field.sandbox.url);
        const responses = readResponses(socket);
        socket.end(bytes);
        for (const { status } of await responses) expect([400, 401, 404, 431, 505]).toContain(status);
      },
    })),
  tooLarge("a header of 20 kB", (field) => head(ORDERS, field, `X: ${"x".repeat(20_000)}\r\n`)),
  tooLarge("201 headers and more", (field) => head(ORDERS, field, "X: y\r\n".repeat(201))),
  tooLarge("3 000 headers", (field) => head(ORDERS, field, "X: y\r\n".repeat(3000))),
  tooLarge("a target of 20 kB", (field) => head(`${ORDERS}?x=${"y".repeat(20_000)}`, field)),
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
  {
    line: "H15",
    title: "Expect: 100-continue, and then nothing; 20 times",
    run: async (field) => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => openConnection(field.sandbox.url)));
      for (const socket of sockets)
        socket.on("error", () => undefined).write(framed("Content-Length: 100\r\nExpect: 100-continue", "")(field));
      expect((await field.send(get(ORDERS)(field))).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    },
  },
  raw("H15", "another expectation", framed("Content-Length: 2\r\nExpect: 200-ok", "{}"), [400, 417]),
  {
    line: "H16",
    title: "gone in the middle of the body, 20 times: nothing is written",
    run: async (field) => {
      for (let index = 0; index < 20; index += 1) {
        const socket = await openConnection(field.sandbox.url);
        const bytes = serializeRequest(put(order)(field), "a");
        socket.on("error", () => undefined).write(bytes.subarray(0, bytes.length - 10 * index - 1));
        await pause(2);
        socket.resetAndDestroy();
      }
      await pause(50);
    },
  },
  {
    line: "H16",
    title: "closed before the response, 20 times: written once, and repetitions get the response",
    hasEffect: true,
    run: async (field) => {
      for (let index = 0; index < 20; index += 1) {
        const request = put({ ...order, notes: `try ${index}` })(field);
        const socket = await openConnection(field.sandbox.url);
        socket.on("error", () => undefined).write(serializeRequest(request, "a"), () => socket.destroy());
        await pause(index % 5);
        const [first, again] = [await field.send(request), await field.send(request)];
        expect([first.status, first.json.notes, again.text]).toEqual([200, `try ${index}`, first.text]);
      }
    },
  },
  {
    line: "H18",
    title: "100 requests in one piece: 100 responses, in their order",
    run: async (field) => {
      const one = (index: number): string =>
        `GET ${index % 2 === 0 ? ORDERS : `${ORDERS}/x`} HTTP/1.1\r\nHost: a\r\n${auth(field)}\r\n`;
      const responses: readonly RawResponse[] = await field.bytes(
        Array.from({ length: 100 }, (_, it) => one(it)).join(""),
        100,
      );
      expect(responses.map(({ status }) => status)).toEqual(
        Array.from({ length: 100 }, (_, it) => (it % 2 === 0 ? 200 : 404)),
      );
    },
  },
  {
    line: "H18",
    title: "a write that is cut off behind others",
    run: async (field) => {
      const good = `GET ${ORDERS} HTTP/1.1\r\nHost: a\r\n${auth(field)}\r\n`;
      const socket = await openConnection(field.sandbox.url);
      const responses = readResponses(socket, 3);
      socket.end(good + good + framed("Content-Length: 100", "{")(field));
      expect((await responses).map(({ status }) => status).slice(0, 2)).toEqual([200, 200]);
    },
  },
];
