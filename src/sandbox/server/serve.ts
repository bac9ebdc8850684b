import { setTimeout as delay } from "node:timers/promises";
import type { Reply } from "../front.js";
import { type Listening, listen } from "./listen.js";
import { type RequestReading, readRequest } from "./read-request.js";
import { sendAnswer, sendBroken } from "./send-answer.js";

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

export type ServeOptions = {
  readonly host: string;
  readonly port: number;
  readonly bodyLimit?: number;
  readonly reply: (reading: RequestReading, wait: (ms: number) => Promise<void>) => Promise<Reply | undefined>;
};

/** Listens, and sends whatever the reply to a request is. */
export function serve({ host, port, bodyLimit = BODY_LIMIT, reply }: ServeOptions): Promise<Listening> {
  const wait = async (ms: number): Promise<void> => {
    await delay(ms, undefined, { ref: false });
  };
  return listen({
    host,
    port,
    answer: async (message, response) => {
      const replied = await reply(await readRequest(message, bodyLimit), wait);
      if (replied === undefined) return;
      if (replied.ending !== undefined) sendBroken(response, replied.answer, replied.ending);
      else await sendAnswer(message, response, replied.answer);
    },
  });
}
