import type { Server } from "node:net";
import { onTestFinished } from "vitest";
import { closeServer, listenOn } from "../src/cli/process/listen-on.js";

/** Starts a server on a free port. It closes when the test has ended and its connections have. Returns its URL without a slash. */
export async function serveForTest(server: Server): Promise<string> {
  const url = await listenOn(server);
  onTestFinished(() => void closeServer(server));
  return url;
}
