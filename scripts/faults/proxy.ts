import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Fault, isOf, type Memory, type Message } from "./fault.js";

export type Proxy = { readonly url: string; readonly close: () => Promise<void> };

/** Stands between whoever asks and a service, and does one thing wrong; without a fault it passes everything on. */
export async function startProxy(target: string, fault: Fault | undefined): Promise<Proxy> {
  const memory: Memory = new Map();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const message: Message = {
        method: incoming.method ?? "GET",
        target: incoming.url ?? "/",
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).toString("latin1"),
      };
      const isMeant = fault !== undefined && isOf(message, fault.operation);
      if (isMeant && fault.reset?.(message) === true) {
        incoming.socket.destroy();
        return;
      }
      if (isMeant) fault.request?.(message, memory);
      try {
        const answer = await passOn(target, message);
        if (isMeant) fault.answer?.(answer, message, memory);
        outgoing.writeHead(answer.status, answer.headers);
        outgoing.end(message.method === "HEAD" || answer.status === 204 ? undefined : answer.body);
      } catch {
        incoming.socket.destroy();
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function passOn(target: string, { method, target: path, headers, body }: Message): Promise<Answer> {
  const { hostname, port } = new URL(target);
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
