import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { type Exchange, harEntry } from "../exchange/index.js";
import { type Contract, type Judgement, withoutMarked } from "../gate/index.js";
import { createBacklog } from "./backlog.js";
import { relay } from "./connection.js";
import { type Draft, exchangeOf, sizeOf } from "./draft.js";
import { createHarFile } from "./har-file.js";
import { createAllowance } from "./kept-body.js";
import type { Target } from "./target.js";

export type RecordOptions = {
  readonly target: Target;
  readonly contract: Contract;
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
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of each exchange, in the order of the recording. */
  readonly judged: (exchange: Exchange, judgement: Judgement) => void;
  /** Told of what is no exchange and should be known. */
  readonly note: (text: string) => void;
};

export type Recording = {
  readonly port: number;
  /**
   * Takes in nothing more, ends what is under way, and has written everything when it resolves: with why something could
   * not be judged or written, if so.
   */
  readonly end: () => Promise<readonly string[]>;
};

/**
 * A reverse proxy before a service, which passes on every byte as it is but for the value of `Host`, judges what passes,
 * and writes it to a HAR without its secrets.
 *
 * Judging and writing come behind passing on. When they cannot keep up, clients are made to wait, so that nothing is left
 * out and memory stays bounded.
 *
 * @throws Error of the system when the address cannot be had or the file cannot be written.
 */
export async function record(options: RecordOptions): Promise<Recording> {
  const { target, contract, judged, note, maxBody, now, keepHost = false } = options;
  const file = await createHarFile(options.out, options.creator);
  const allowance = createAllowance(MEMORY_FOR_BODIES);
  const connections = new Set<{ readonly end: (why: string) => void }>();
  let count = 0;
  const troubles = new Set<string>();
  const trouble = (error: unknown): void => {
    troubles.add(error instanceof Error ? error.message : String(error));
  };
  const backlog = createBacklog<Seen>({
    limit: MEMORY_FOR_WAITING,
    work: async (seen) => {
      const entries: object[] = [];
      for (const { draft, incomplete } of seen) {
        const exchange = exchangeOf(draft, { origin: target.origin, source: options.out, index: count++ }, incomplete);
        draft.request.body.release();
        draft.response?.body.release();
        try {
          const judgement = contract.check(exchange);
          const written = withoutMarked(contract, exchange, judgement);
          entries.push(harEntry(written, { startedAt: exchange.origin.startedAt ?? "" }));
          judged(exchange, judgement);
        } catch (error) {
          // What of it is secret, only a judgement tells.
          entries.push(harEntry(bodyless(exchange), { startedAt: exchange.origin.startedAt ?? "" }));
          trouble(error);
        }
      }
      await file.add(entries).catch(trouble);
    },
  });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const connection = relay(client, {
      target,
      allowance,
      maxBody,
      now,
      note,
      host: keepHost ? undefined : target.authority,
      room: backlog.room,
      ended: (draft, incomplete) => backlog.add({ draft, incomplete }, sizeOf(draft)),
    });
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
  });
  server.listen(options.port, options.host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    end: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const connection of connections) connection.end("the recording ended");
      await closed;
      await backlog.end();
      await file.close();
      return [...troubles];
    },
  };
}

function bodyless({ request, response, ...rest }: Exchange): Exchange {
  const body = { kind: "missing", reason: "the exchange could not be judged" } as const;
  return { ...rest, request: { ...request, body }, response: { ...response, body } };
}

type Seen = { readonly draft: Draft; readonly incomplete: string | undefined };

const MEMORY_FOR_BODIES = 256 * 1024 * 1024;
const MEMORY_FOR_WAITING = 32 * 1024 * 1024;
