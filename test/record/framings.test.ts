/**
 * Every framing of RFC 9112, section 6.3, at every position of a connection: the recorder forwards each byte, and pairs each
 * response with its request.
 */
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { serveForTest } from "../serve.js";
import { startRecorder } from "./dialogue.js";

type Framing = {
  readonly request: string;
  readonly response: string;
  /** What the recording contains of the response: the status and the body. */
  readonly recorded: readonly [status: number, body: string];
  /** Whether the server ends the connection after the response. */
  readonly isLast?: true;
};

const send = (method: string, more = ""): string => `${method} /v1/books/7 HTTP/1.1\r\nHost: h\r\n${more}`;
const GET = `${send("GET")}\r\n`;
const OK = "HTTP/1.1 200 OK\r\n";
const TEXT = "Content-Type: text/plain\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";

const METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PURGE"].map(
  (method): [string, Framing] => [
    `${method} with a body`,
    {
      request: `${send(method, "Content-Length: 3\r\n")}\r\nabc`,
      response: `HTTP/1.1 201 Created\r\n${TEXT}Content-Length: 2\r\n\r\nok`,
      recorded: [201, "ok"],
    },
  ],
);

const FRAMINGS: Readonly<Record<string, Framing>> = {
  "a length of 0": { request: GET, response: `${OK}Content-Length: 0\r\n\r\n`, recorded: [200, ""] },
  "a length of 0 of an error": {
    request: GET,
    response: "HTTP/1.1 405 Method Not Allowed\r\nAllow: PUT\r\nContent-Length: 0\r\n\r\n",
    recorded: [405, ""],
  },
  "a length of 00": { request: GET, response: `${OK}Content-Length: 00\r\n\r\n`, recorded: [200, ""] },
  "a length": { request: GET, response: `${OK}${TEXT}Content-Length: 5\r\n\r\nhello`, recorded: [200, "hello"] },
  "the same length twice": {
    request: GET,
    response: `${OK}${TEXT}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`,
    recorded: [200, "hi"],
  },
  "the same length in a list": {
    request: GET,
    response: `${OK}${TEXT}Content-Length: 2, 2\r\n\r\nhi`,
    recorded: [200, "hi"],
  },
  "an empty reason phrase": {
    request: GET,
    response: `HTTP/1.1 200 \r\n${TEXT}Content-Length: 1\r\n\r\na`,
    recorded: [200, "a"],
  },
  chunks: {
    request: GET,
    response: `${OK}${TEXT}${CHUNKED}\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
    recorded: [200, "abcde"],
  },
  "chunks beside a length": {
    request: GET,
    response: `${OK}${TEXT}Content-Length: 9\r\n${CHUNKED}\r\n2\r\nab\r\n0\r\n\r\n`,
    recorded: [200, "ab"],
  },
  "lines that end with LF alone": {
    request: GET,
    response: "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 2\n\nok",
    recorded: [200, "ok"],
  },
  "a folded header and a space before a colon": {
    request: GET,
    response: `${OK}${TEXT}X-Long: a\r\n b\r\nContent-Length : 2\r\n\r\nok`,
    recorded: [200, "ok"],
  },
  "a folded header of a request": {
    request: `${send("GET", "X-Long: a\r\n b\r\n")}\r\n`,
    response: `${OK}Content-Length: 0\r\n\r\n`,
    recorded: [200, ""],
  },
  "no chunk": { request: GET, response: `${OK}${TEXT}${CHUNKED}\r\n0\r\n\r\n`, recorded: [200, ""] },
  "chunks with extensions and trailers": {
    request: GET,
    response: `${OK}${TEXT}${CHUNKED}Trailer: X-Sum\r\n\r\n3;a=b\r\nabc\r\n0;c\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n`,
    recorded: [200, "abc"],
  },
  "several interim responses": {
    request: GET,
    response: `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}Content-Length: 0\r\n\r\n`,
    recorded: [200, ""],
  },
  "100 Continue": {
    request: `${send("POST", "Expect: 100-continue\r\nContent-Length: 3\r\n")}\r\nabc`,
    response: `HTTP/1.1 100 Continue\r\n\r\n${OK}${TEXT}Content-Length: 1\r\n\r\na`,
    recorded: [200, "a"],
  },
  "204": { request: GET, response: "HTTP/1.1 204 No Content\r\n\r\n", recorded: [204, ""] },
  "304 with a length": {
    request: GET,
    response: "HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n",
    recorded: [304, ""],
  },
  "304 without a length": {
    request: GET,
    response: 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
    recorded: [304, ""],
  },
  "HEAD with a length": {
    request: `${send("HEAD")}\r\n`,
    response: `${OK}${TEXT}Content-Length: 77\r\n\r\n`,
    recorded: [200, ""],
  },
  "HEAD without a length": { request: `${send("HEAD")}\r\n`, response: `${OK}${TEXT}\r\n`, recorded: [200, ""] },
  "HEAD with chunks": { request: `${send("HEAD")}\r\n`, response: `${OK}${TEXT}${CHUNKED}\r\n`, recorded: [200, ""] },
  "a request in chunks": {
    request: `${send("POST", CHUNKED)}\r\n3\r\nabc\r\n0\r\n\r\n`,
    response: `${OK}Content-Length: 0\r\n\r\n`,
    recorded: [200, ""],
  },
  "a request of length 0": {
    request: `${send("POST", "Content-Length: 0\r\n")}\r\n`,
    response: `${OK}${TEXT}Content-Length: 1\r\n\r\na`,
    recorded: [200, "a"],
  },
  "OPTIONS *": {
    request: "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n",
    response: `${OK}Allow: GET\r\nContent-Length: 0\r\n\r\n`,
    recorded: [200, ""],
  },
  "HTTP/1.0 that is kept alive": {
    request: "GET /v1/books/7 HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n",
    response: `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${TEXT}Content-Length: 2\r\n\r\nok`,
    recorded: [200, "ok"],
  },
  ...Object.fromEntries(METHODS),
  "until the connection ends": {
    request: GET,
    response: `${OK}${TEXT}\r\nto the end`,
    recorded: [200, "to the end"],
    isLast: true,
  },
  "HTTP/1.0 until the connection ends": {
    request: "GET /v1/books/7 HTTP/1.0\r\nHost: h\r\n\r\n",
    response: `HTTP/1.0 200 OK\r\n${TEXT}\r\nto the end`,
    recorded: [200, "to the end"],
    isLast: true,
  },
  "a length of 0 that ends the connection": {
    request: GET,
    response: `${OK}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    recorded: [200, ""],
    isLast: true,
  },
};

const ALL = Object.entries(FRAMINGS);
const KEPT = ALL.filter(([, { isLast }]) => isLast === undefined);

/** Each framing after each other one that keeps the connection, and before a plain one if it keeps it too. */
const PAIRS = KEPT.flatMap(([before, first]) =>
  ALL.map(([name, second]) => {
    const third = FRAMINGS["a length"];
    return [`${before}, ${name}`, [first, second, ...(second.isLast || third === undefined ? [] : [third])]] as const;
  }),
);

/** Runs a server that knows what is sent on each connection. The first line names the connection; the recorder forwards it. */
async function startServer(connections: readonly (readonly Framing[])[]): Promise<string> {
  const server = createServer({ noDelay: true }, (socket) => {
    let [received, at] = ["", 0];
    let rest: readonly Framing[] | undefined;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      rest ??= connections[Number(/\r\nX-Connection: (\d+)\r\n/.exec(received)?.[1])];
      for (let next = rest?.[at]; next !== undefined; next = rest?.[at]) {
        const end = findRequestEnd(received, next);
        if (end === -1) return;
        received = received.slice(end);
        at += 1;
        socket.write(next.response, "latin1");
        if (next.isLast) socket.end();
      }
    });
  });
  return serveForTest(server);
}

/** The end of a request in what was received, or -1. The recorder changes its head, but not its body. */
function findRequestEnd(received: string, { request }: Framing): number {
  const head = received.indexOf("\r\n\r\n");
  const body = request.slice(request.indexOf("\r\n\r\n") + 4);
  const end = head + 4 + body.length;
  return head === -1 || received.length < end ? -1 : end;
}

function withConnection(request: string, index: number): string {
  return request.replace("\r\n", `\r\nX-Connection: ${index}\r\n`);
}

/** Sends requests on one connection, all at once or each after the response to the one before, and returns all bytes received. */
async function exchangeBytes(
  port: number,
  framings: readonly Framing[],
  { index, isPipelined }: { readonly index: number; readonly isPipelined: boolean },
): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  let wake = (): void => {};
  let hasEnded = false;
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    wake();
  });
  socket.on("close", () => {
    hasEnded = true;
    wake();
  });
  socket.on("error", () => undefined);
  let wanted = 0;
  for (const { request, response } of framings) {
    socket.write(withConnection(request, index), "latin1");
    wanted += response.length;
    while (!isPipelined && received.length < wanted && !hasEnded)
      await new Promise<void>((woken) => {
        wake = woken;
      });
  }
  while (received.length < wanted && !hasEnded)
    await new Promise<void>((woken) => {
      wake = woken;
    });
  socket.end();
  return received;
}

type Recorded = readonly [method: string, status: number, body: string];

async function expectSame(connections: readonly (readonly Framing[])[], isPipelined: boolean): Promise<void> {
  const origin = await startServer(connections);
  const recorder = await startRecorder(origin);
  const width = 50;
  for (let from = 0; from < connections.length; from += width)
    await Promise.all(
      connections.slice(from, from + width).map(async (framings, offset) => {
        const index = from + offset;
        const bytes = await exchangeBytes(recorder.port, framings, { index, isPipelined });
        expect(bytes).toBe(framings.map(({ response }) => response).join(""));
      }),
    );
  const { exchanges } = await recorder.end();
  const found = new Map<number, Recorded[]>();
  for (const { request, response } of exchanges) {
    const index = Number(request.headers.find(([name]) => name === "X-Connection")?.[1]);
    const body = response.body.kind === "text" ? response.body.text : response.body.kind === "none" ? "" : "?";
    found.set(index, [...(found.get(index) ?? []), [request.method, response.status, body]]);
  }
  const expected = connections.map((framings) =>
    framings.map(({ request, recorded }): Recorded => [request.slice(0, request.indexOf(" ")), ...recorded]),
  );
  expect(connections.map((_, index) => found.get(index))).toEqual(expected);
  expect(exchanges.filter(({ response }) => response.status === 0)).toEqual([]);
}

test("every framing after every other one, kept alive on up to 50 connections at once", async () => {
  expect(PAIRS.length).toBeGreaterThan(800);
  await expectSame(
    PAIRS.map(([, framings]) => framings),
    false,
  );
});

test("every framing of a connection, pipelined", async () => {
  const rotations = KEPT.map((_, at) => [...KEPT.slice(at), ...KEPT.slice(0, at)].map(([, framing]) => framing));
  await expectSame(rotations, true);
});
