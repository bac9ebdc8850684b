import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { closeServer, listenOn } from "../src/cli/process/listen-on.js";

/** Starts a server on a free port until the test has ended. Returns its URL without a slash at the end. */
export async function serveForTest(server: Server): Promise<string> {
  const url = await listenOn(server);
  onTestFinished(() => closeServer(server));
  return url;
}
