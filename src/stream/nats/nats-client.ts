import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import { toStreamError } from "./nats-errors.js";

/** A connection with JetStream, for the chunks and results of a service. */
export type NatsClient = {
  readonly service: string;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
};

/** @throws StreamError instead of an error of the NATS client */
export async function tryRequest<Value>(what: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw toStreamError(error, what);
  }
}

/** Milliseconds after which a request to the server fails. */
export const REQUEST_MS = 5000;
