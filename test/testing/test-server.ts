import { createServer } from "node:http";
import { afterAll } from "vitest";
import { closeServer, listenOn } from "../../src/cli/process/listen-on.js";

export type CannedResponse = { readonly status?: number; readonly type?: string; readonly body?: string };

/** Starts a server that sends the given responses, and returns its URL. */
export async function startTestServer(getReply: () => CannedResponse): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, type = "application/json", body = "{}" } = getReply();
    request.resume();
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  afterAll(() => closeServer(server));
  return listenOn(server);
}
