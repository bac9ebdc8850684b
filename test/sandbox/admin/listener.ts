import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Listener = {
  readonly url: string;
  /** Statuses of the next responses; 200 when empty. */
  readonly statuses: number[];
  readonly bodies: string[];
  readonly close: () => Promise<void>;
};

/** A listener for events. */
export async function listenForEvents(statuses: number[] = []): Promise<Listener> {
  const bodies: string[] = [];
  const server = createServer((message, response) => {
    let body = "";
    message.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    message.on("end", () => {
      bodies.push(body);
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    statuses,
    bodies,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
