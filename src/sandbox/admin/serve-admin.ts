import { type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReceivedRequest, readRequest } from "../server/read-request.js";
import type { AdminRequest, AdminResponse } from "./admin-response.js";

export type ServeAdminOptions = {
  readonly host: string;
  readonly port: number;
  /** In bytes; a snapshot of a large sandbox is large. */
  readonly bodyLimit: number;
  readonly handle: (request: AdminRequest) => Promise<AdminResponse>;
};

/** Listens for the admin address: answers that are whole, and streams of events that last until the client goes away. */
export function serveAdmin({ host, port, bodyLimit, handle }: ServeAdminOptions): Promise<ListeningServer> {
  return listenHttp({
    host,
    port,
    handle: async (message, response) => {
      const reading = await readRequest(message, bodyLimit);
      if (reading.kind === "aborted") return;
      if (reading.kind === "too large") {
        response.writeHead(400, { Connection: "close" }).end();
        return;
      }
      const answered = await handle(toAdminRequest(reading.request));
      if (answered.kind === "answer") {
        response.writeHead(answered.status, answered.headers).end(message.method === "HEAD" ? "" : answered.body);
        return;
      }
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      response.writeHead(answered.status, answered.headers);
      for await (const text of answered.events(gone.signal)) response.write(text);
      response.end();
    },
  });
}

/** A header that comes twice counts once only when both say the same; otherwise it says nothing that could be trusted. */
function toAdminRequest({ method, target, headers, body }: ReceivedRequest): AdminRequest {
  const byName = new Map<string, Set<string>>();
  for (const [name, value] of headers) {
    const plain = name.toLowerCase();
    byName.set(plain, (byName.get(plain) ?? new Set()).add(value));
  }
  const [path = "/", query = ""] = target.split("?", 2);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, [...values].join(", ")])),
    body,
  };
}
