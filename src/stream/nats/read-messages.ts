import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { StreamError } from "../chunk-stream.js";

/**
 * Reads at most `count` messages, and waits at most `waitMs` for them. The client itself waits without a limit while it has no
 * connection, and while the consumer has no leader.
 *
 * @throws StreamError if the server does not end the request in time, and sent no message
 */
export async function readMessages(consumer: Consumer, count: number, waitMs: number): Promise<JsMsg[]> {
  const expires = Math.max(waitMs, MIN_WAIT_MS);
  const fetched = await consumer.fetch({ max_messages: count, expires });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    fetched.stop();
  }, expires + LATE_MS);
  const messages: JsMsg[] = [];
  try {
    for await (const message of fetched) messages.push(message);
  } finally {
    clearTimeout(timer);
  }
  if (isLate && messages.length === 0) throw new StreamError("unreachable", "the server does not respond");
  return messages;
}

/** The client accepts no shorter time. */
export const MIN_WAIT_MS = 1000;
/** The server ends a request when it expires. */
const LATE_MS = 2000;
