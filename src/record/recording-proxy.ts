import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { FeedSettings } from "../stream/index.js";
import { createMemoryBudget } from "./proxy/captured-body.js";
import { Connection } from "./proxy/connection.js";
import { openHttp2Bridge } from "./proxy/http2-bridge.js";
import type { ProxyTarget } from "./proxy/proxy-target.js";
import type { ProxyValidationOptions, ValidatedExchange } from "./validation/batch-validator.js";
import { createHarFile } from "./validation/har-file.js";
import { startValidationQueue } from "./validation/validation-queue.js";

export type RecordingProxyOptions = {
  readonly target: ProxyTarget;
  /** How exchanges are checked. */
  readonly rules: ProxyValidationOptions;
  /** The path of the HAR file; an existing file is replaced. */
  readonly out?: string | undefined;
  /** The stream that exchanges are fed to. */
  readonly feed?: FeedSettings | undefined;
  readonly creator: { readonly name: string; readonly version: string };
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Forwards the Host header unchanged. */
  readonly keepHost?: boolean;
  /** Maximum recorded bytes of a body. */
  readonly maxBody: number;
  /** Maximum bytes that wait for checking before clients have to wait. Default: 8 MiB. */
  readonly maxWaiting?: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called for each exchange, in the order of the recording. */
  readonly onValidated: (exchange: ValidatedExchange) => void;
  /** Called with messages that are not about an exchange. */
  readonly onNotice: (text: string) => void;
};

export type RecordingProxy = Awaited<ReturnType<typeof startRecordingProxy>>;

/**
 * Starts a reverse proxy that forwards all bytes unchanged except the `Host` header, checks the exchanges, and writes them
 * to a HAR file and a stream with secrets redacted.
 *
 * Checking and writing run in a separate thread. If it cannot keep up, clients have to wait, so that no exchange is lost
 * and memory stays bounded.
 *
 * @throws Error if the spec is invalid, the address is in use or the file cannot be written.
 */
export async function startRecordingProxy(options: RecordingProxyOptions) {
  const { rules, out, creator, feed, onNotice, maxBody, now, keepHost = false } = options;
  const bridge = await openHttp2Bridge(options.target);
  const target = bridge?.target ?? options.target;
  // Listen first, so that an existing file is replaced only if the recording can start.
  const { server, setHandler } = await startListening(options);
  const queue = await closeOnFailure(server, () =>
    startValidationQueue(
      {
        ...{ rules, feed, maxBody, source: out ?? target.origin, origin: target.origin },
        start: out === undefined ? undefined : createHarFile(out, creator),
      },
      {
        onNotice,
        limit: options.maxWaiting ?? MAX_WAITING_MEMORY,
        onValidated: options.onValidated,
        onFailure: (reason) => onNotice(`recording stopped because the validation thread failed: ${reason}`),
      },
    ),
  );
  const memoryBudget = createMemoryBudget(MAX_BODY_MEMORY);
  const connections = new Set<Connection>();
  setHandler((client) => {
    const connection = new Connection(client, {
      target,
      memoryBudget,
      maxBody,
      now,
      onNotice,
      host: keepHost ? undefined : target.authority,
      waitForCapacity: () => queue.waitForCapacity(),
      onComplete: (exchange, incomplete) => queue.add(exchange, incomplete),
    });
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
  });
  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Stops accepting connections, aborts open exchanges, and resolves with the report after everything is written. The run
     * errors of the report list exchanges that could not be checked or written.
     */
    end: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const connection of connections) connection.end("the recording ended");
      await closed;
      bridge?.end();
      return queue.end();
    },
  };
}

type ClientHandler = (client: Socket) => void;

/** Starts listening. Clients that connect before `setHandler` is called wait. */
async function startListening({ host, port }: RecordingProxyOptions) {
  const waiting: Socket[] = [];
  let handle: ClientHandler = (client) => {
    client.on("error", () => client.destroy());
    waiting.push(client);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => handle(client));
  server.listen(port, host);
  await once(server, "listening");
  const setHandler = (handler: ClientHandler): void => {
    handle = handler;
    for (const client of waiting) if (!client.destroyed) handler(client);
  };
  return { server, setHandler };
}

/** Calls `start` and closes the server if it fails. */
async function closeOnFailure<Value>(server: Server, start: () => Promise<Value>): Promise<Value> {
  try {
    return await start();
  } catch (error) {
    server.close();
    throw error;
  }
}

const MAX_BODY_MEMORY = 256 * 1024 * 1024;
const MAX_WAITING_MEMORY = 8 * 1024 * 1024;
