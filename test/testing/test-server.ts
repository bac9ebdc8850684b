import { createServer } from "node:http";
import { afterAll } from "vitest";

export type CannedResponse = { readonly status?: number; readonly type?: string; readonly body?: string };

/** Starts a server that sends the given responses, and returns its URL. */
export async function startTestServer(getReply: () => CannedResponse): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, type = "application/json", body = "{}" } = getReply();
    request.resume();
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}
