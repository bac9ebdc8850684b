import { setTimeout as delay } from "node:timers/promises";
import { type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReadRequestResult, readRequest } from "../server/read-request.js";
import { sendBrokenResponse, sendResponse } from "../server/send-response.js";
import type { PipelineResponse } from "./request-pipeline.js";

/** Default maximum size of a request body, in bytes. */
export const MAX_REQUEST_BYTES = 1024 * 1024;

export type ServeApiOptions = {
  readonly host: string;
  readonly port: number;
  readonly bodyLimit?: number;
  readonly handle: (
    reading: ReadRequestResult,
    wait: (ms: number) => Promise<void>,
  ) => Promise<PipelineResponse | undefined>;
};

/** Serves the API over HTTP: passes requests to `handle` and sends its responses. */
export function serveApi({
  host,
  port,
  bodyLimit = MAX_REQUEST_BYTES,
  handle,
}: ServeApiOptions): Promise<ListeningServer> {
  const wait = async (ms: number): Promise<void> => {
    await delay(ms, undefined, { ref: false });
  };
  return listenHttp({
    host,
    port,
    handle: async (message, response) => {
      const reply = await handle(await readRequest(message, bodyLimit), wait);
      if (reply === undefined) return;
      if (reply.ending !== undefined) sendBrokenResponse(response, reply.response, reply.ending);
      else await sendResponse(message, response, reply.response);
    },
  });
}
