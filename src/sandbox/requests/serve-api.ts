import { setTimeout as delay } from "node:timers/promises";
import { type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReadRequestResult, readRequest, type ServiceAddress } from "../server/read-request.js";
import {
  createPreflightResponse,
  listCrossOriginHeaders,
  type SerializedResponse,
  sendResponse,
} from "../server/send-response.js";

/** Default maximum size of a request body, in bytes. */
export const MAX_REQUEST_BYTES = 1024 * 1024;

export type ServeApiOptions = {
  readonly host: string;
  readonly port: number;
  readonly bodyLimit?: number | undefined;
  /** Origins of pages that may send requests from a browser, beside those of this machine. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** The part of the API that this address has; all of it when undefined. */
  readonly address?: ServiceAddress | undefined;
  readonly handle: (
    reading: ReadRequestResult,
    wait: (ms: number) => Promise<void>,
  ) => Promise<SerializedResponse | undefined>;
};

/** Serves the API over HTTP: passes requests to `handle` and sends its responses. */
export function serveApi({
  host,
  port,
  bodyLimit = MAX_REQUEST_BYTES,
  allowOrigins = [],
  address,
  handle,
}: ServeApiOptions): Promise<ListeningServer> {
  const wait = async (ms: number): Promise<void> => {
    await delay(ms, undefined, { ref: false });
  };
  return listenHttp({
    host,
    port,
    handle: async (message, response) => {
      const preflight = createPreflightResponse(message, allowOrigins);
      if (preflight !== undefined) return sendResponse(message, response, preflight);
      const reading = await readRequest(message, bodyLimit);
      const isTold = reading.kind !== "aborted" && address !== undefined;
      const reply = await handle(isTold ? { ...reading, request: { ...reading.request, address } } : reading, wait);
      if (reply === undefined) return;
      const headers = [...reply.headers, ...listCrossOriginHeaders(message, allowOrigins)];
      await sendResponse(message, response, { ...reply, headers });
    },
  });
}
