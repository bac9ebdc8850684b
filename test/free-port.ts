import { createServer } from "node:net";
import { closeServer, listenOn } from "../src/cli/process/listen-on.js";

/** Finds a port on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const url = await listenOn(server);
  await closeServer(server);
  return Number(new URL(url).port);
}
