import { createServer, request } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { findFreePort } from "../free-port.js";
import { measureExternalMemory } from "../recording/measure-external-memory.js";
import { serveForTest } from "../serve.js";
import { startRecorder } from "./dialogue.js";

const CHUNK = Buffer.alloc(64 * 1024, "x");
const LOOK_EVERY = 32 * 1024 * 1024;

test("a body of 256 MB is forwarded as a whole, and is never in memory", async () => {
  const server = createServer((_, response) => Readable.from(chunks(4096)).pipe(response));
  const recorder = await startRecorder(await serveForTest(server));
  const before = measureExternalMemory();
  let most = 0;
  const length = await new Promise<number>((done) => {
    let seen = 0;
    request({ port: recorder.port, path: "/v1/books/7" }, (response) => {
      response.on("data", (bytes: Buffer) => {
        const looks = Math.floor(seen / LOOK_EVERY);
        seen += bytes.length;
        if (Math.floor(seen / LOOK_EVERY) > looks) most = Math.max(most, measureExternalMemory() - before);
      });
      response.on("end", () => done(seen));
    }).end();
  });
  expect(length).toBe(4096 * CHUNK.length);
  // Client, recorder and target share this process, so the limit includes the buffers of all three.
  expect(most / 1024 / 1024).toBeLessThan(64);
  const { exchanges, har } = await recorder.end();
  expect(exchanges[0]?.response.body.kind).toBe("missing");
  expect(har).toContain("the body is larger than the limit of 1048576 bytes");
  expect(har.length).toBeLessThan(4000);
});

test("unreachable target: the client gets an error, and the exchange counts as not checked", async () => {
  const recorder = await startRecorder(`http://127.0.0.1:${await findFreePort()}`);
  const response = await fetch(`http://127.0.0.1:${recorder.port}/v1/books/7`);
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/^no response from http:\S+: connect ECONNREFUSED/);
  const { exchanges, seen } = await recorder.end();
  expect(seen.map(({ verdict }) => verdict)).toEqual(["partial"]);
  expect(exchanges[0]?.response.status).toBe(0);
});

test.each([
  [
    "GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
    "400 Bad Request",
    "not a forward proxy",
  ],
  [
    "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
    "501 Not Implemented",
    "does not support CONNECT",
  ],
])("a request to a forward proxy is rejected: %j", async (request, status, why) => {
  const recorder = await startRecorder("http://127.0.0.1:9");
  const socket = connect(recorder.port, "127.0.0.1");
  socket.write(request);
  let output = "";
  for await (const bytes of socket) output += String(bytes);
  expect(output).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(output).toContain(why);
  const { exchanges, notes } = await recorder.end();
  expect(exchanges).toEqual([]);
  expect(notes.join()).toContain(why);
});

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at += 1) yield CHUNK;
}
