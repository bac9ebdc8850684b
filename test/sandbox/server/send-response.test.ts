/** Complete and incomplete responses, as a client receives their bytes. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { sendAndClose, sendResponse } from "../../../src/sandbox/server/send-response.js";
import { serveForTest } from "../../serve.js";

type Send = (message: IncomingMessage, response: ServerResponse) => unknown;

/** Returns the bytes of the response without the date, and how the connection ended. */
async function receive(send: Send, sent = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"): Promise<string> {
  const server = createServer((message, response) => {
    response.sendDate = false;
    send(message, response);
  });
  const { port } = new URL(await serveForTest(server));
  const socket = connect(Number(port), "127.0.0.1");
  let received = "";
  let end = "";
  socket.on("data", (bytes) => {
    received += bytes.toString();
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    end = ` ${error.code}`;
  });
  socket.write(sent);
  await new Promise((closed) => socket.once("close", closed));
  return received.replaceAll("\r\n", "|") + end;
}

async function* generate(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text === "!") throw new Error("the part cannot be made");
    yield text;
  }
}

const body = Buffer.from("abcdef");
const headers = [
  ["X-A", "1"],
  ["X-A", "2"],
  ["Content-Length", "6"],
] as const;
const response = { status: 201, headers, body };
const HEAD = "HTTP/1.1 201 Created|X-A: 1|X-A: 2|Content-Length: 6|Connection: close||";

test("a whole response, from its bytes or from parts", async () => {
  expect(await receive((message, to) => sendResponse(message, to, response))).toBe(`${HEAD}abcdef`);
  const parts = generate("ab", "cdef");
  expect(await receive((message, to) => sendResponse(message, to, { ...response, parts }))).toBe(`${HEAD}abcdef`);
});

test("a response is cut off if a part cannot be made", async () => {
  const parts = generate("ab", "!");
  // Otherwise the connection stays open, and the test does not end.
  const seen = await receive((message, to) => sendResponse(message, to, { ...response, parts }));
  expect(seen).not.toBe(`${HEAD}abcdef`);
});

test("the connection of a request that was not read whole is closed", async () => {
  const request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc";
  expect(await receive((message, to) => sendResponse(message, to, response), request)).toBe(`${HEAD}abcdef`);
});

test("connection faults", async () => {
  const truncate = { kind: "truncate", bytes: 3 } as const;
  expect(await receive((message, to) => sendResponse(message, to, { ...response, fault: { kind: "reset" } }))).toBe(
    " ECONNRESET",
  );
  expect(await receive((message, to) => sendResponse(message, to, { ...response, fault: truncate }))).toBe(
    `${HEAD}abc`,
  );
  const read: string[] = [];
  async function* parts(): AsyncGenerator<string> {
    for (const text of ["u", "vw", "xyz"]) {
      read.push(text);
      yield text;
    }
  }
  expect(
    await receive((message, to) => sendResponse(message, to, { ...response, parts: parts(), fault: truncate })),
  ).toBe(`${HEAD}uvw`);
  expect(read).toEqual(["u", "vw"]);
});

test("a refusal closes the connection, and has no body for HEAD", async () => {
  const refusal = { status: 413, headers: { "Content-Length": "3" }, body: "big" };
  const send: Send = (_, to) => sendAndClose(to, refusal);
  const head = "HTTP/1.1 413 Payload Too Large|Content-Length: 3|Connection: close||";
  expect(await receive(send, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toBe(`${head}big`);
  expect(await receive(send, "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")).toBe(head);
});
