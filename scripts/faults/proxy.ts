import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/exchange/index.js";
import { readDelivery, redirectHook, restoreHook } from "./deliveries.js";
import { type Answer, type Fault, type Memory, type Message, operationOf } from "./fault.js";

export type Proxy = {
  readonly url: string;
  /** From here on stands before this service, with this fault or none; forgets what went before. */
  readonly plant: (target: string, fault: Fault | undefined) => void;
  /** What has passed since then, as whoever asked has seen it. */
  readonly exchanges: () => readonly Exchange[];
  readonly close: () => Promise<void>;
};

type Planted = { target: string; fault: Fault | undefined; memory: Memory; exchanges: Exchange[] };

/** Stands between whoever asks and a service, and between the service and listeners, and does one thing wrong. */
export async function startProxy(): Promise<Proxy> {
  let planted: Planted = { target: "", fault: undefined, memory: new Map(), exchanges: [] };
  let url = "";
  const server = createServer((incoming, outgoing) => {
    const now = planted;
    answer(incoming, outgoing, { now, url }).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    plant: (target, fault) => {
      planted = { target, fault, memory: new Map(), exchanges: [] };
    },
    exchanges: () => planted.exchanges,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

type Way = { readonly now: Planted; readonly url: string };

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, { now, url }: Way): Promise<void> {
  const message = await readMessage(incoming);
  const { fault, memory, exchanges, target } = now;
  const delivery = readDelivery(message);
  if (delivery !== undefined) {
    if ((await fault?.delivery?.(delivery.message, memory)) === false) outgoing.writeHead(204).end();
    else write(outgoing, await passOn(delivery.to, delivery.message));
    return;
  }
  const asked = { ...message, headers: { ...message.headers } };
  const keep = (it: Answer | string): void => {
    exchanges.push(exchangeOf(url, { asked, answered: it, index: exchanges.length }));
  };
  const own = fault !== undefined && operationOf(message) === fault.operation ? fault : undefined;
  if (own?.reset?.(message) === true) {
    keep("the connection was reset");
    incoming.socket.destroy();
    return;
  }
  if (own?.endless?.(message) === true) {
    keep("there was no whole answer");
    drip(outgoing);
    return;
  }
  const isHook = operationOf(message) === "createHook";
  if (isHook) redirectHook(message, url);
  const instead = own?.instead?.(message, memory);
  if (instead === undefined) own?.request?.(message, memory);
  const given = instead ?? (await passOn(target, message));
  own?.answer?.(given, asked, memory);
  if (isHook) restoreHook(given, url);
  keep(given);
  write(outgoing, given, asked.method);
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

function write(outgoing: ServerResponse, { status, headers, body }: Answer, method = "POST"): void {
  outgoing.writeHead(status, headers);
  outgoing.end(method === "HEAD" || status === 204 ? undefined : body);
}

/** A byte now and then, for as long as somebody waits. */
function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => outgoing.write(" "), 200);
  outgoing.on("close", () => clearInterval(timer));
}

export function passOn(to: string, { method, target: path, headers, body }: Message): Promise<Answer> {
  const { hostname, port } = new URL(to);
  return new Promise((done, failed) => {
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => {
        const kept = Object.entries(response.headers).filter(
          ([name]) => !["connection", "keep-alive", "transfer-encoding"].includes(name),
        );
        const own = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
        done({ status: response.statusCode ?? 0, headers: own, body: Buffer.concat(chunks) });
      });
    });
    request.on("error", failed);
    request.end(Buffer.from(body, "latin1"));
  });
}

type Seen = { readonly asked: Message; readonly answered: Answer | string; readonly index: number };

function exchangeOf(source: string, { asked, answered, index }: Seen): Exchange {
  const { method, target, headers, body } = asked;
  const isAnswered = typeof answered !== "string";
  return {
    request: {
      method,
      url: source + target,
      headers: Object.entries(headers),
      body: bodyOf(Buffer.from(body, "latin1")),
    },
    response: isAnswered
      ? { status: answered.status, headers: Object.entries(answered.headers), body: bodyOf(answered.body) }
      : { status: 0, headers: [], body: { kind: "none" } },
    origin: { source, index, pointer: `/${index}`, parts: EXCHANGE_PART_POINTERS },
    ...(isAnswered ? {} : { incomplete: answered }),
  };
}

function bodyOf(bytes: Buffer): Exchange["request"]["body"] {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: new Uint8Array(bytes) };
}
