import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStream } from "../../../src/stream/index.js";
import { natsServerPath, startNatsServer } from "../nats-server.js";

describe.skipIf(natsServerPath === undefined)("a chunk that the server gives to no worker", () => {
  test("is published again, and others are not", async () => {
    const server = await startNatsServer();
    onTestFinished(server.stop);
    const stream = await openStream({ url: server.url, service: "orders", ackWaitMs: 500 });
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    // This consumer never gives a message twice, like one whose state is lost.
    await manager.consumers.add("CONTRACT_CHUNKS", {
      durable_name: "check-orders",
      ack_policy: "explicit",
      ack_wait: 500_000_000,
      max_deliver: 1,
      filter_subject: "contract.chunks.orders.*",
    });
    const bytes = Buffer.from("chunk");
    await stream.publish({ id: "a", hour: "2026-01-31T09", bytes });
    expect(await stream.claim(1000)).toMatchObject({ id: "a", attempt: 1 });
    const found: unknown[] = [];
    while (found.length === 0) {
      const claimed = await stream.claim(1000);
      if (claimed !== undefined) found.push(claimed.id, Buffer.from(claimed.bytes).toString(), claimed.hour);
      await claimed?.acknowledge();
    }
    expect(found).toEqual(["a", "chunk", "2026-01-31T09"]);
    await expect.poll(() => stream.countPending()).toEqual(new Map());
    await connection.close();
    await stream.close();
  });
});
