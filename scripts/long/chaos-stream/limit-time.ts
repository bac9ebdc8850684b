import { setTimeout } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

/** @throws Error that says what did not end in time, and what the server knows about chunks and workers */
export async function limitTime<Value>(
  what: string,
  seconds: number,
  url: string,
  act: Promise<Value>,
): Promise<Value> {
  const ended = new AbortController();
  const limit = setTimeout(seconds * 1000, undefined, { signal: ended.signal }).then(async () => {
    throw new Error(`${what} did not end within ${seconds} s: ${await describeStream(url)}`);
  });
  try {
    return await Promise.race([act, limit]);
  } finally {
    ended.abort();
    limit.catch(() => undefined);
  }
}

async function describeStream(url: string): Promise<string> {
  try {
    const connection = await connect({ servers: url.split(","), timeout: 5000 });
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const { state, cluster } = await manager.streams.info("CONTRACT_CHUNKS", { subjects_filter: ">" });
    const consumers = await manager.consumers.list("CONTRACT_CHUNKS").next();
    const waiting = await Promise.all(
      Object.keys(state.subjects ?? {}).map(async (subject) => {
        const next = { seq: state.first_seq, next_by_subj: subject };
        const found = [{ last_by_subj: subject }, next].map((query) =>
          manager.streams.getMessage("CONTRACT_CHUNKS", query).then((it) => it?.seq, String),
        );
        return [subject, ...(await Promise.all(found))];
      }),
    );
    await connection.close();
    return JSON.stringify({ state, cluster, consumers, waiting }, undefined, 1);
  } catch (error) {
    return `there is no state, because ${String(error)}`;
  }
}
