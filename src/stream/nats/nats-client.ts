import { setTimeout } from "node:timers/promises";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { isPassing } from "../chunk-stream.js";
import { toStreamError } from "./nats-errors.js";

/** A connection with JetStream, for the chunks and results of a service. */
export type NatsClient = {
  readonly service: string;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly tryRequest: TryRequest;
  /** The same, with further attempts for some time. */
  readonly repeatRequest: TryRequest;
  /** Milliseconds after which there are no further attempts. */
  readonly retryMs: number;
};

/** @throws StreamError instead of an error of the NATS client */
export type TryRequest = <Value>(what: string, act: () => Promise<Value>) => Promise<Value>;

/** The server reports a missing right apart from the request, which then only gets no response. */
export function createTryRequest(connection: NatsConnection): TryRequest {
  let violations = 0;
  let latest: Error | undefined;
  const watch = async (): Promise<void> => {
    for await (const status of connection.status()) {
      if (status.type !== "error" || status.error.name !== "PermissionViolationError") continue;
      violations += 1;
      latest = status.error;
    }
  };
  void watch();
  return async (what, act) => {
    const before = violations;
    try {
      return await act();
    } catch (error) {
      // For example, because credentials have expired. The client does not connect again.
      const reason = connection.isClosed() ? await connection.closed() : undefined;
      throw toStreamError(violations > before ? latest : (reason ?? error), what);
    }
  };
}

/** Repeats a request that changes nothing, or nothing twice. */
export function createRepeatRequest(tryRequest: TryRequest, retryMs: number): TryRequest {
  return async (what, act) => {
    const retry = createRetry(retryMs);
    for (;;) {
      try {
        return await tryRequest(what, act);
      } catch (error) {
        await retry.wait(error);
      }
    }
  };
}

/** Milliseconds after which a request to the server fails. */
export const REQUEST_MS = 5000;

/** For requests that change nothing, or nothing twice: a cluster elects a leader in some seconds. */
export function createRetry(limitMs: number) {
  let limit: AbortSignal | undefined;
  return {
    /** Waits for the next attempt. Throws the error if trying again does not help, or has not helped for some time. */
    wait: async (error: unknown) => {
      limit ??= AbortSignal.timeout(limitMs);
      if (!isPassing(error) || limit.aborted) throw error;
      await setTimeout(PAUSE_MS);
    },
    /** Called when the request gets on. */
    reset: () => {
      limit = undefined;
    },
  };
}

const PAUSE_MS = 500;
