import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createContract } from "../../src/check/index.js";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { loadDocument } from "../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../src/recording/index.js";

/** streams.yaml with a documented refusal for each operation. */
export function readSpecWithRefusals(): string {
  const text = readFileSync(join(import.meta.dirname, "streams.yaml"), "utf8");
  return text.replaceAll(/responses:( \{ |\n( +))/g, (start) =>
    `${start}4XX: { description: Refused }${start.endsWith(" { ") ? ", " : ""}`.replace(
      /\}$/,
      `}${/\n +/.exec(start)?.[0] ?? ""}`,
    ),
  );
}

/** A response: its status, media type and body. */
export type StreamResponse = readonly [status: number, type?: string, body?: string];

const JSON_ITEMS: StreamResponse = [200, "application/json", '[{"n":1},{"n":2}]'];
const EVENTS = 'event: item\ndata: {"n":1}\n\nevent: note\ndata: short\n\n';
const RESPONSES = {
  search: JSON_ITEMS,
  searchByQuery: JSON_ITEMS,
  events: [200, "text/event-stream", EVENTS],
  animals: [200, "application/json", '{"kind":"cat","lives":9}'],
} satisfies Readonly<Record<string, StreamResponse>>;

export type StreamServerOptions = {
  /** Responses in place of those above, by operation. */
  readonly responses?: Readonly<Record<string, StreamResponse>>;
  /** Operations that accept requests that are invalid or have no key. */
  readonly lenient?: readonly string[];
  /** The cookie that `cookies` sets. */
  readonly cookie?: string;
};

const wrongEvent = RESPONSES.events[2].replace('{"n":1}', '{"n":"1"}');
/** Services with one defect, and the operation and code of the finding. */
export const DEFECTS: Readonly<Record<string, readonly [options: StreamServerOptions, finding: string]>> = {
  "an invalid event": [
    { responses: { events: [200, "text/event-stream", wrongEvent] } },
    "events response.body.invalid",
  ],
  "an invalid response to QUERY": [
    { responses: { search: [200, "application/json", "[{}]"] } },
    "search response.body.invalid",
  ],
  "a method in lower case that fails": [{ responses: { notify: [500] } }, "notify exchange.request.failed"],
  "an invalid QUERY that is accepted": [{ lenient: ["search"] }, "search response.status.invalid-accepted"],
  "an invalid query string that is accepted": [{ lenient: ["filter"] }, "filter response.status.invalid-accepted"],
  "an invalid part that is accepted": [{ lenient: ["upload"] }, "upload response.status.invalid-accepted"],
};

/** Defects in every operation, for the table of fields. */
export const ALL_DEFECTS: StreamServerOptions = {
  responses: {
    search: [200, "application/json", "[{}]"],
    copy: [500],
    events: [200, "text/event-stream", wrongEvent],
    animals: [200, "application/json", '{"name":1}'],
  },
  lenient: ["search", "filter", "cookies", "file", "upload", "note", "animals"],
  cookie: "lang=english",
};

/**
 * Starts a service that implements streams.yaml and refuses invalid requests. It reads requests from the socket, because the
 * server of Node refuses methods that it does not know.
 */
export async function startStreamServer({
  responses = {},
  lenient = [],
  cookie = "lang=en",
}: StreamServerOptions = {}) {
  const contract = createContract(loadDocument("streams.yaml", readSpecWithRefusals));
  const respond = (request: Exchange["request"]): StreamResponse => {
    const url = `https://a.example${request.url}`;
    const response = { status: 204, headers: [], body: { kind: "none" } } as const;
    const origin = { source: "server", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS };
    const { operation, findings } = contract.check({ request: { ...request, url }, response, origin });
    if (operation === undefined) return [404];
    const refused = findings.filter(({ code }) => code.startsWith("request."));
    const { security } = operation;
    const isOpen = security.length === 0 || security.some((alternative) => alternative.length === 0);
    const isSignedIn = isOpen || request.headers.some(([name, key]) => name === "X-Key" && key === "k");
    if (lenient.includes(operation.id)) return { ...RESPONSES, ...responses }[operation.id] ?? [204];
    if (!isSignedIn) return [401];
    if (refused.length > 0) return [400];
    return { ...RESPONSES, ...responses }[operation.id] ?? [204];
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    serveConnection(socket, respond, cookie);
  });
  const url = await listenOn(server);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url, close };
}

function serveConnection(
  socket: Socket,
  respond: (request: Exchange["request"]) => StreamResponse,
  cookie: string,
): void {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let next = readRequest(received); next !== undefined; next = readRequest(received)) {
      received = received.subarray(next.length);
      socket.write(formatResponse(next.request, respond(next.request), cookie));
    }
  });
}

/** Reads the first request of the received bytes, if it is complete, and its length in bytes. */
function readRequest(received: Buffer): { request: Exchange["request"]; length: number } | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [start = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const headers = lines.map((line): HeaderField => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const bodyLength = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
  const length = end + 4 + bodyLength;
  if (received.length < length) return undefined;
  const [method = "", url = ""] = start.split(" ");
  const bytes = received.subarray(end + 4, length);
  return {
    request: { method, url, headers, body: bodyLength === 0 ? { kind: "none" } : { kind: "bytes", bytes } },
    length,
  };
}

function formatResponse(
  { method, url }: Exchange["request"],
  [status, type, text = ""]: StreamResponse,
  cookie: string,
): string {
  const headers = [
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(status === 401 ? ["WWW-Authenticate: Key"] : []),
    ...(url.startsWith("/cookies") && status === 204 ? [`Set-Cookie: ${cookie}`] : []),
    ...(status === 204 ? [] : [`Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${[`HTTP/1.1 ${status} -`, ...headers].join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : text}`;
}
