import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type UrlListener = {
  readonly url: string;
  /** The path and query of each delivery. */
  readonly targets: readonly string[];
  /** Waits for the first delivery. */
  readonly wait: () => Promise<void>;
};

/** Listens for deliveries and keeps where they were sent to. */
export async function listenForUrls<T>(use: (listener: UrlListener) => Promise<T>): Promise<T> {
  const targets: string[] = [];
  const server = createServer((incoming, outgoing) => {
    targets.push(incoming.url ?? "");
    incoming.resume();
    outgoing.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const wait = async (): Promise<void> => {
    for (const end = Date.now() + 2_000; targets.length === 0 && Date.now() < end; )
      await new Promise((done) => setTimeout(done, 20));
  };
  try {
    return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, targets, wait });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
