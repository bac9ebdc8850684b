import type { AddressInfo } from "node:net";
import { type HttpBindings, serve } from "@hono/node-server";
import type { Running } from "./mountings.js";

export const startFetch = async (fetch: (request: Request, env: HttpBindings) => unknown): Promise<Running> => {
  let server: ReturnType<typeof serve> | undefined;
  const restore = keepPlatformGlobals();
  const { port } = await new Promise<AddressInfo>((ready) => {
    server = serve({ fetch: fetch as never, port: 0, hostname: "127.0.0.1" }, ready);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server?.close();
      restore();
    },
  };
};

/** Keeps what Hono replaces, for the other test files of this process. Returns the function that restores it. */
export function keepPlatformGlobals(): () => void {
  const kept = ["Request", "Response"].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  return () => {
    for (const [name, descriptor] of kept) Object.defineProperty(globalThis, name, descriptor ?? {});
  };
}
