import { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

/** Servers that an example has started and has no end for: their addresses, and the end of them. */
export function listening(): { readonly url: () => Promise<string>; readonly close: () => Promise<void> } {
  const servers: Server[] = [];
  const { listen } = Server.prototype;
  const spy = vi.spyOn(Server.prototype, "listen").mockImplementation(function (
    this: Server,
    ...given: Parameters<typeof listen>
  ) {
    servers.push(this);
    return listen.apply(this, given);
  });
  return {
    url: async () => {
      const [server] = servers;
      if (server === undefined) throw new Error("nothing listens");
      if (!server.listening) await new Promise((ready) => server.once("listening", ready));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close: async () => {
      spy.mockRestore();
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections();
          return new Promise((closed) => server.close(closed));
        }),
      );
    },
  };
}
