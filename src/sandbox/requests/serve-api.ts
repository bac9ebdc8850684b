import { setTimeout as delay } from "node:timers/promises";
import { type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReadRequestResult, readRequest } from "../server/read-request.js";
import { sendBrokenResponse, sendResponse } from "../server/send-response.js";
import type { PipelineResponse } from "./request-pipeline.js";

/** The largest body that is read, in bytes. */
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

/** Listens, and sends whatever the reply to a request is. */
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
      const replied = await handle(await readRequest(message, bodyLimit), wait);
      if (replied === undefined) return;
      if (replied.ending !== undefined) sendBrokenResponse(response, replied.response, replied.ending);
      else await sendResponse(message, response, replied.response);
    },
  });
}
