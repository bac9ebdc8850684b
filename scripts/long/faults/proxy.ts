import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../../src/recording/index.js";
import { readDelivery, redirectHook, restoreHook } from "./deliveries.js";
import { type Edits, type Fault, type FaultResponse, type Memory, type Message, matchOperation } from "./fault.js";

type Planting = Edits & { readonly operation?: Fault["operation"] };

export type Proxy = {
  readonly url: string;
  /** Forwards requests to this service from now on, with this fault or none, and clears the recorded exchanges. */
  readonly plant: (target: string, fault: Planting | undefined) => void;
  /** The exchanges since the last call of `plant`, as the client saw them. */
  readonly exchanges: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

type Planted = { target: string; fault: Planting | undefined; memory: Memory; exchanges: Exchange[] };

/** Starts a proxy between a client and a service, and between the service and its webhook listeners. It plants one fault at a time. */
export async function startProxy(): Promise<Proxy> {
  let planted: Planted = { target: "", fault: undefined, memory: new Map(), exchanges: [] };
  const urls = { service: "", deliveries: "" };
  const createOwnServer = (): Server =>
    createServer((incoming, outgoing) => {
      const current = planted;
      handleRequest(incoming, outgoing, { current, urls }).catch(() => incoming.socket.destroy());
    });
  // A service does not deliver to its own base URL, so deliveries have another one.
  const [server, deliveries] = [createOwnServer(), createOwnServer()];
  urls.service = await listenOn(server);
  urls.deliveries = await listenOn(deliveries);
  return {
    url: urls.service,
    plant: (target, fault) => {
      planted = { target, fault, memory: new Map(), exchanges: [] };
    },
    exchanges: () => planted.exchanges,
    close: async () => {
      await Promise.all([server, deliveries].map(closeServer));
    },
  };
}

type HandlingContext = {
  readonly current: Planted;
  readonly urls: { readonly service: string; readonly deliveries: string };
};

async function handleRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { current, urls }: HandlingContext,
): Promise<void> {
  const message = await readMessage(incoming);
  const { fault, memory, exchanges, target } = current;
  const delivery = readDelivery(message);
  if (delivery !== undefined) {
    if ((await fault?.delivery?.(delivery.message, memory)) === false) outgoing.writeHead(204).end();
    else writeResponse(outgoing, await forward(delivery.to, delivery.message));
    return;
  }
  const received = { ...message, headers: { ...message.headers } };
  const record = (it: FaultResponse | string): void => {
    exchanges.push(createExchange(urls.service, { received, outcome: it, index: exchanges.length }));
  };
  fault?.observe?.(received, memory);
  const isOwn = fault?.isAffected?.(message) ?? matchOperation(message) === fault?.operation;
  const own = isOwn ? fault : undefined;
  if (own?.reset?.(message) === true) {
    record("the connection was reset");
    incoming.socket.destroy();
    return;
  }
  if (own?.endless?.(message) === true) {
    record("the response did not end");
    sendEndlessly(outgoing);
    return;
  }
  const isHook = matchOperation(message) === "createHook";
  if (isHook) redirectHook(message, urls.deliveries);
  const instead = own?.instead?.(message, memory);
  if (instead === undefined) own?.request?.(message, memory);
  const response = instead ?? (await forward(target, message));
  own?.response?.(response, received, memory);
  if (isHook) restoreHook(response, urls.deliveries);
  record(response);
  writeResponse(outgoing, response, received.method);
}

async function readMessage(incoming: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "GET",
    target: incoming.url ?? "/",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString("latin1"),
  };
}

function writeResponse(outgoing: ServerResponse, { status, headers, body }: FaultResponse, method = "POST"): void {
  outgoing.writeHead(status, headers);
  outgoing.end(method === "HEAD" || status === 204 ? undefined : body);
}

/** Sends a byte every 200 ms until the client closes the connection. */
function sendEndlessly(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => outgoing.write(" "), 200);
  outgoing.on("close", () => clearInterval(timer));
}

export function forward(to: string, { method, target: path, headers, body }: Message): Promise<FaultResponse> {
  const { hostname, port } = new URL(to);
  return new Promise((done, failed) => {
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => {
        const endToEndHeaders = Object.entries(response.headers).filter(
          ([name]) => !["connection", "keep-alive", "transfer-encoding"].includes(name),
        );
        const own = Object.fromEntries(endToEndHeaders.map(([name, value]) => [name, String(value)]));
        done({ status: response.statusCode ?? 0, headers: own, body: Buffer.concat(chunks) });
      });
    });
    request.on("error", failed);
    request.end(Buffer.from(body, "latin1"));
  });
}

type RecordedParts = { readonly received: Message; readonly outcome: FaultResponse | string; readonly index: number };

function createExchange(source: string, { received, outcome, index }: RecordedParts): Exchange {
  const { method, target, headers, body } = received;
  const hasResponse = typeof outcome !== "string";
  return {
    request: {
      method,
      url: source + target,
      headers: Object.entries(headers),
      body: createBody(Buffer.from(body, "latin1")),
    },
    response: hasResponse
      ? { status: outcome.status, headers: Object.entries(outcome.headers), body: createBody(outcome.body) }
      : { status: 0, headers: [], body: { kind: "none" } },
    origin: { source, index, pointer: `/${index}`, parts: EXCHANGE_PART_POINTERS },
    ...(hasResponse ? {} : { incomplete: outcome }),
  };
}

function createBody(bytes: Buffer): Exchange["request"]["body"] {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: new Uint8Array(bytes) };
}
