import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chooseRequestLimit } from "../../src/cli/probe/probe-target.js";
import { listenOn } from "../../src/cli/process/listen-on.js";
import type { Operation } from "../../src/document/index.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { serveForTest } from "../serve.js";
import { KEY, LIBRARY } from "./library-server.js";

const RESPONSE = "HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\n\r\n{}";

type Target = {
  readonly name: string;
  readonly serve: (socket: Socket, at: number) => void;
  readonly message: RegExp;
  readonly args?: readonly string[];
};

const TARGETS: readonly Target[] = [
  {
    name: "ends every connection",
    serve: (socket) => socket.destroy(),
    message: /sent no response to 5 requests in a row/,
  },
  {
    name: "speaks another protocol",
    serve: (socket) => socket.on("data", () => socket.end("220 mail.example ready\r\n")),
    message: /the response is not valid HTTP/,
  },
  { name: "never answers", serve: () => {}, message: /no complete response within 200 ms/, args: ["--timeout", "0.2"] },
  {
    name: "closes the connection within a response",
    serve: (socket) => socket.on("data", () => socket.end(`${RESPONSE.slice(0, -2)}{`)),
    message: /closed before the response was complete/,
  },
];

async function probe(url: string, ...args: readonly string[]) {
  return runContract(["probe", url, "--spec", LIBRARY, "--auth", `header:X-Key=${KEY}`, ...args]);
}

test.each(TARGETS)("a target that $name", async ({ serve, message, args = [] }) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    serve(socket, sockets.size);
  });
  const origin = await listenOn(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { code, stdout, stderr } = await probe(origin, ...args);
  expect(stderr).toMatch(message);
  // Without any response, nothing is known about the service.
  expect(stdout).toMatch(/^Inconclusive: .*$/m);
  expect(code).toBe(2);
});

test("a missing target, and one that stops during the run", async () => {
  let responses = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.on("data", () => {
      responses += 1;
      socket.write(RESPONSE);
      if (responses < 6) return;
      server.close();
      for (const it of sockets) it.destroy();
    });
  });
  const url = await listenOn(server);
  const dying = await probe(url);
  expect(dying.stderr).toMatch(/became unreachable after \d responses: no connection \(ECONNREFUSED\)/);
  // The request that the service ended with is named.
  expect(dying.stdout).toMatch(/exchange\.response\.missing.*\n.*the service ended during the request/);
  expect(dying.code).toBe(1);
  const gone = await probe(url);
  expect(gone.stderr).toContain(`${url}: no connection (ECONNREFUSED)`);
  expect(gone.code).toBe(2);
});

const WRONG: readonly (readonly [readonly string[], string])[] = [
  [["not-a-url"], "give the base URL of the service"],
  [["ftp://127.0.0.1"], "give the base URL of the service"],
  [
    ["http://127.0.0.1:1", "--phase", "example"],
    "option '--phase <names>' argument 'example' is invalid. Give one or more of examples, boundaries",
  ],
  [["http://127.0.0.1:1", "--auth", "token"], "--auth: expected bearer:TOKEN"],
  [["http://127.0.0.1:1", "--param", "bookId"], "--param bookId: expected NAME=VALUE"],
  [
    ["http://127.0.0.1:1", "--param", "bookid=1"],
    '--param bookid: no operation has a parameter or body property of this name; did you mean "bookId"?',
  ],
  [["http://127.0.0.1:1", "--param", "constructor=1"], "--param constructor: no operation has"],
  [["http://127.0.0.1:1", "--param", "__proto__=1"], "--param __proto__: no operation has"],
  [["http://127.0.0.1:1", "--fail-on", "info"], "Allowed choices are error, warn, never."],
  [["http://127.0.0.1:1", "--format", "pdf"], 'unknown format "pdf"'],
  [["http://127.0.0.1:1", "--seed", "-1"], "Give a whole number"],
  [["http://127.0.0.1:1", "--seed", "99999999999"], "Give a whole number"],
  [["http://127.0.0.1:1", "--max-requests", "0"], "Give a number, at least 1."],
  [["http://127.0.0.1:1", "--rate", "0"], "Give a number above 0."],
  [["http://127.0.0.1:1", "--only", "nothing"], "nothing"],
  [["http://127.0.0.1:1", "--har", "package.json/all.har"], "cannot write package.json/all.har"],
  [["http://127.0.0.1:1", "--auth", "command:echo no >&2; exit 3"], "--auth command: no token: no"],
  [["http://127.0.0.1:1", "--dry-run", "--case", "no/such/case"], "--case no/such/case: no such case"],
];

test.each(WRONG)("%j", async (args, message) => {
  const { code, stderr } = await runContract(["probe", ...args, "--spec", LIBRARY]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test("exchanges are recorded without the secrets of the spec", async () => {
  const body = '{"number":"wolf3141","plain":"seen"}';
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on("error", () => {}).on("data", () => socket.write(head + body));
  });
  const spec = `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: d
          content:
            application/json:
              schema: { properties: { number: { type: string, x-sensitive: true }, plain: { type: string } } }
`;
  const folder = createFolder({ "spec.yaml": spec });
  const har = join(folder, "made/seen.har");
  const url = await serveForTest(server);
  const { code } = await runContract(["probe", url, "--spec", join(folder, "spec.yaml"), "--har", har]);
  expect(code).toBe(0);
  expect(readFileSync(har, "utf8")).toContain("seen");
  expect(readFileSync(har, "utf8")).not.toContain("wolf3141");
});

test.each([
  [undefined, 50, 10_000],
  [undefined, 51, 10_200],
  [7, 51, 7],
])("--max-requests %o of %i operations: %i", (given, count, limit) => {
  expect(chooseRequestLimit(given, Array<Operation>(count))).toBe(limit);
});
