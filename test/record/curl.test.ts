/** curl, a client of others, on one connection through the recorder: what it received is what was recorded. */
import { execFile, spawnSync } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serveForTest } from "../serve.js";
import { startRecorder } from "./dialogue.js";

const WITHOUT_CURL = spawnSync("curl", ["--version"]).error !== undefined;

type Call = { readonly path: string; readonly options?: readonly string[]; readonly respond: Responder };
type Responder = (response: ServerResponse) => void;

const CALLS: readonly Call[] = [
  { path: "/length-0", respond: (response) => void response.writeHead(405, { "Content-Length": 0 }).end() },
  { path: "/204", options: ["--request", "DELETE"], respond: (response) => void response.writeHead(204).end() },
  {
    path: "/chunked",
    respond: (response) => {
      response.writeHead(200, { "Content-Type": "text/plain" });
      response.write("three ");
      response.end("words");
    },
  },
  {
    path: "/head",
    options: ["--head"],
    respond: (response) => void response.writeHead(200, { "Content-Length": 77 }).end(),
  },
  { path: "/304", respond: (response) => void response.writeHead(304, { ETag: '"a"' }).end() },
  {
    path: "/length-5",
    options: ["--data", "abc"],
    respond: (response) =>
      void response.writeHead(201, { "Content-Type": "text/plain", "Content-Length": 5 }).end("hello"),
  },
];

test.skipIf(WITHOUT_CURL)("curl on one connection", async () => {
  const connections = new Set<unknown>();
  const server = createServer((request: IncomingMessage, response) => {
    connections.add(request.socket);
    request.resume().on("end", () => CALLS.find(({ path }) => path === request.url)?.respond(response));
  });
  const recorder = await startRecorder(await serveForTest(server));
  const write = ["--silent", "--output", "/dev/null", "--write-out", "%{http_code} %{size_download}\\n"];
  const args = CALLS.flatMap(({ path, options = [] }, at) => [
    ...(at === 0 ? [] : ["--next"]),
    ...write,
    ...options,
    `http://127.0.0.1:${recorder.port}${path}`,
  ]);
  const { stdout } = await promisify(execFile)("curl", ["--disable", "--noproxy", "*", ...args]);
  const { exchanges } = await recorder.end();
  const recorded = exchanges.map(({ response: { status, body } }) => {
    const length = body.kind === "none" ? 0 : body.kind === "text" ? body.text.length : -1;
    return `${status} ${length}\n`;
  });
  expect(stdout).toBe("405 0\n204 0\n200 11\n200 0\n304 0\n201 5\n");
  expect(recorded.join("")).toBe(stdout);
  expect(exchanges.map(({ request }) => new URL(request.url).pathname)).toEqual(CALLS.map(({ path }) => path));
  expect(connections.size).toBe(1);
});
