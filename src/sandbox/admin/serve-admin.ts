import { Refusal } from "../context/request-context.js";
import { type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReceivedRequest, readRequest, readRequestHead } from "../server/read-request.js";
import { sendAndClose } from "../server/send-response.js";
import { type AdminRequest, type AdminResponse, type CompleteResponse, createRefusalResponse } from "./admin-route.js";

export type ServeAdminOptions = {
  readonly host: string;
  readonly port: number;
  /** Refuses a request by its head, before its body is read. */
  readonly refuse: (head: AdminRequest) => CompleteResponse | undefined;
  readonly handle: (request: AdminRequest) => Promise<AdminResponse>;
};

/** Serves the admin API: complete responses, and event streams that last until the client disconnects. */
export function serveAdmin({ host, port, refuse, handle }: ServeAdminOptions): Promise<ListeningServer> {
  return listenHttp({
    host,
    port,
    handle: async (message, response) => {
      const refusal = refuse(toAdminRequest(readRequestHead(message)));
      if (refusal !== undefined) return sendAndClose(response, refusal);
      const reading = await readRequest(message, getBodyLimit(message.url));
      if (reading.kind === "aborted") return;
      if (reading.kind === "too large") return sendAndClose(response, createTooLargeResponse(reading.limit));
      const result = await handle(toAdminRequest(reading.request));
      if (result.kind === "response") {
        response.writeHead(result.status, result.headers).end(message.method === "HEAD" ? "" : result.body);
        return;
      }
      const disconnected = new AbortController();
      response.once("close", () => disconnected.abort());
      response.writeHead(result.status, result.headers);
      if (message.method === "HEAD") return void response.end();
      for await (const text of result.events(disconnected.signal)) response.write(text);
      response.end();
    },
  });
}

function createTooLargeResponse(limit: number): CompleteResponse {
  return createRefusalResponse(new Refusal(400, "BODY_TOO_LARGE", `the body is larger than ${limit} bytes`));
}

/** In bytes. Only the snapshot of a large sandbox is larger than seed data. */
function getBodyLimit(target = ""): number {
  return /^\/snapshot(?:\?|$)/.test(target) ? MAX_SNAPSHOT_BYTES : MAX_BODY_BYTES;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_SNAPSHOT_BYTES = 1024 * 1024 * 1024;

/** Drops repeated equal header values and joins different ones, so that no check accepts an ambiguous header. */
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
