import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Report } from "../gate/index.js";
import { createMemoryBudget } from "./proxy/captured-body.js";
import { relayConnection } from "./proxy/connection.js";
import type { ProxyTarget } from "./proxy/proxy-target.js";
import type { ProxyValidationOptions, ValidatedExchange } from "./validation/batch-validator.js";
import { createHarFile } from "./validation/har-file.js";
import { startValidationQueue } from "./validation/validation-queue.js";

export type RecordingProxyOptions = {
  readonly target: ProxyTarget;
  /** What passes is judged by these. */
  readonly rules: ProxyValidationOptions;
  /** The HAR that is written, in place of what stands there. */
  readonly out: string;
  readonly creator: { readonly name: string; readonly version: string };
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
  /** Leaves the Host header as the client wrote it. */
  readonly keepHost?: boolean;
  /** How many bytes of a body are kept. */
  readonly maxBody: number;
  /** How many bytes may wait to be judged, before clients are made to wait; 8 MB when it is not said. */
  readonly maxWaiting?: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each exchange, in the order of the recording. */
  readonly onValidated: (seen: ValidatedExchange) => void;
  /** Told of what is no exchange and should be known. */
  readonly onNotice: (text: string) => void;
};

export type RecordingProxy = {
  readonly port: number;
  /**
   * Takes in nothing more, ends what is under way, and has written everything when it resolves: with the report, in which
   * stands why something could not be judged or written, if so.
   */
  readonly end: () => Promise<Report>;
};

/**
 * A reverse proxy before a service, which passes on every byte as it is but for the value of `Host`, judges what passes,
 * and writes it to a HAR without its secrets.
 *
 * A thread of its own judges and writes. When it cannot keep up, clients are made to wait, so that nothing is left out and
 * memory stays bounded.
 *
 * @throws Error when the description cannot be used, the address cannot be had or the file cannot be written.
 */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { target, rules, out, creator, onNotice, maxBody, now, keepHost = false } = options;
  // What stands in the file is given up only when the recording can begin.
  const { server, handTo } = await startListening(options);
  const judging = await closeOnFailure(server, () =>
    startValidationQueue(
      { rules, source: out, start: createHarFile(out, creator), origin: target.origin, maxBody },
      {
        limit: options.maxWaiting ?? MAX_WAITING_MEMORY,
        onValidated: options.onValidated,
        onFailure: (why) => onNotice(`what passes is no longer recorded, for the thread that judges broke off: ${why}`),
      },
    ),
  );
  const memoryBudget = createMemoryBudget(MAX_BODY_MEMORY);
  const connections = new Set<{ readonly end: (why: string) => void }>();
  handTo((client) => {
    const connection = relayConnection(client, {
      target,
      memoryBudget,
      maxBody,
      now,
      onNotice,
      host: keepHost ? undefined : target.authority,
      waitForCapacity: () => judging.waitForCapacity(),
      onComplete: (draft, incomplete) => judging.add(draft, incomplete),
    });
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
  });
  return {
    port: (server.address() as AddressInfo).port,
    end: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const connection of connections) connection.end("the recording ended");
      await closed;
      return judging.end();
    },
  };
}

type ClientHandler = (client: Socket) => void;

/** A server that has its address. Whoever connects before there is somebody to take them waits. */
async function startListening({
  host,
  port,
}: RecordingProxyOptions): Promise<{ server: Server; handTo: (taker: ClientHandler) => void }> {
  const early: Socket[] = [];
  let take: ClientHandler = (client) => {
    client.on("error", () => client.destroy());
    early.push(client);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => take(client));
  server.listen(port, host);
  await once(server, "listening");
  const handTo = (taker: ClientHandler): void => {
    take = taker;
    for (const client of early) if (!client.destroyed) taker(client);
  };
  return { server, handTo };
}

/** What cannot begin leaves its address to others. */
async function closeOnFailure<Value>(server: Server, begin: () => Promise<Value>): Promise<Value> {
  try {
    return await begin();
  } catch (error) {
    server.close();
    throw error;
  }
}

const MAX_BODY_MEMORY = 256 * 1024 * 1024;
const MAX_WAITING_MEMORY = 8 * 1024 * 1024;
