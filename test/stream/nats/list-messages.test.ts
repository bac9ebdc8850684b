/** A list of messages ends when it has all that the cluster counts, also if a server lacks some for a while. */
import { expect, test } from "vitest";
import { listMessages } from "../../../src/stream/nats/messages.js";
import type { NatsClient } from "../../../src/stream/nats/nats-client.js";

const QUERY = { stream: "S", filter: "a.*", what: "cannot list" };

/** A cluster with three messages. Each reader sees as many as its server has. */
function createCluster(seen: readonly number[], stored: number) {
  const starts: number[] = [];
  const createReader = (from: number, count: number) => {
    const sequences = [1, 2, 3].slice(0, count).filter((it) => it >= from);
    return {
      info: async () => ({ num_pending: sequences.length }),
      fetch: async () => sequences.splice(0).map((seq) => ({ seq, subject: `a.${seq}` })),
      delete: async () => true,
    };
  };
  const nats = {
    client: {
      consumers: {
        get: async (_: string, { opt_start_seq: from }: { opt_start_seq: number }) => {
          starts.push(from);
          return createReader(from, seen[Math.min(starts.length, seen.length) - 1] ?? 0);
        },
      },
    },
    manager: {
      streams: {
        info: async () => ({
          state: { subjects: Object.fromEntries([1, 2, 3].slice(0, stored).map((it) => [`a.${it}`, 1])) },
        }),
      },
    },
    tryRequest: (_: string, act: () => Promise<unknown>) => act(),
    retryMs: 15_000,
  } as unknown as NatsClient;
  return { nats, starts };
}

test.each<
  [name: string, seen: readonly number[], stored: number, listed: readonly number[], starts: readonly number[]]
>([
  ["all at once", [3], 3, [1, 2, 3], [1]],
  ["the server lacks the last one at first", [2, 3], 3, [1, 2, 3], [1, 3]],
  ["messages were removed meanwhile", [3], 2, [1, 2, 3], [1]],
  ["none", [0], 0, [], [1]],
])("%s", async (_, seen, stored, listed, starts) => {
  const cluster = createCluster(seen, stored);
  const sequences: number[] = [];
  for await (const { seq } of listMessages(cluster.nats, QUERY)) sequences.push(seq);
  expect([sequences, cluster.starts]).toEqual([listed, starts]);
});
