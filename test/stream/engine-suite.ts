/** What every engine of `src/stream/` must do. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChunkStream, ClaimedChunk, ResultKey, StoredChunk, StoredResult } from "../../src/stream/chunk-stream.js";
import type { StreamOptions } from "../../src/stream/index.js";
import { createChunk, describeArchive } from "./archive-suite.js";

/** A server of an engine. */
export type EngineServer = {
  /** Opens the stream of a service. A claimed chunk that is not acknowledged goes to another worker after `ackWaitMs`. */
  readonly open: (service: string, options?: EngineOptions) => Promise<ChunkStream>;
  /** Ends the server without notice, and starts it with its data. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type EngineOptions = Pick<StreamOptions, "ackWaitMs" | "archiveDays" | "maxBytes">;

export function describeEngine(name: string, isAvailable: boolean, startServer: () => Promise<EngineServer>): void {
  describe.skipIf(!isAvailable)(`the engine ${name}`, () => {
    let server: EngineServer;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(() => server.stop());

    /** Calls `act` with the stream of a service that no other test uses. */
    const withStream = async (
      act: (stream: ChunkStream, service: string) => Promise<void>,
      options: EngineOptions = {},
    ): Promise<void> => {
      const service = `s${++services}`;
      const stream = await server.open(service, options);
      try {
        await act(stream, service);
      } finally {
        await stream.close();
      }
    };
    let services = 0;

    test("a published chunk is claimed once, as it is, and is gone when it is acknowledged", () =>
      withStream(async (stream) => {
        await stream.publish(createChunk("a", "2026-01-31T09"));
        const claimed = await claim(stream);
        expect(claimed).toMatchObject({ ...createChunk("a", "2026-01-31T09"), bytes: expect.anything(), attempt: 1 });
        expect(Buffer.from(claimed.bytes).toString()).toBe("chunk a");
        expect(await stream.claim(1)).toBeUndefined();
        expect(await stream.countPending()).toEqual(new Map([["2026-01-31T09", 1]]));
        await claimed.acknowledge();
        await expect.poll(() => stream.countPending()).toEqual(new Map());
      }));

    test("publishing a chunk again stores it once", () =>
      withStream(async (stream) => {
        await stream.publish(createChunk("a"));
        await stream.publish(createChunk("b"));
        await stream.publish(createChunk("a"));
        expect([(await claim(stream)).id, (await claim(stream)).id]).toEqual(["a", "b"]);
        expect(await stream.claim(1)).toBeUndefined();
      }));

    test("a chunk published before any worker is there waits", () =>
      withStream(async (stream, service) => {
        await stream.publish(createChunk("a"));
        const other = await server.open(service);
        expect((await claim(other)).id).toBe("a");
        await other.close();
      }));

    test("two workers share the chunks", () =>
      withStream(async (stream, service) => {
        for (const id of ["a", "b", "c", "d"]) await stream.publish(createChunk(id));
        const other = await server.open(service);
        const ids = [await claim(stream), await claim(other), await claim(stream), await claim(other)].map(
          ({ id }) => id,
        );
        expect(ids.sort()).toEqual(["a", "b", "c", "d"]);
        await other.close();
      }));

    test("services do not see each other's chunks and results", () =>
      withStream(async (stream) => {
        await stream.publish(createChunk("a"));
        await stream.put(createKey("a"), Buffer.from("1"));
        await withStream(async (other) => {
          expect(await other.claim(1)).toBeUndefined();
          expect(await other.countPending()).toEqual(new Map());
          expect(await listAll(other)).toEqual([]);
        });
      }));

    test("a chunk that is released comes back at once, with its number of attempts", () =>
      withStream(async (stream) => {
        await stream.publish(createChunk("a"));
        (await claim(stream)).release();
        expect(await claim(stream)).toMatchObject({ id: "a", attempt: 2 });
      }));

    test("a chunk of a worker that is gone goes to another one, but not while it is kept", () =>
      withStream(
        async (stream) => {
          await stream.publish(createChunk("a"));
          const first = await claim(stream);
          for (let turn = 0; turn < 6; turn++) {
            await setTimeout(200);
            first.keep();
          }
          expect(await stream.claim(1)).toMatchObject({ id: "a", attempt: 2 });
        },
        { ackWaitMs: 800 },
      ));

    test("a result replaces that of its key, and with `ifAbsent` it does not", () =>
      withStream(async (stream) => {
        expect(await stream.put(createKey("a"), Buffer.from("1"))).toBe(true);
        expect(await stream.put(createKey("a"), Buffer.from("2"))).toBe(true);
        expect(await stream.put(createKey("a"), Buffer.from("3"), { ifAbsent: true })).toBe(false);
        expect(await stream.put(createKey("b"), Buffer.from("4"), { ifAbsent: true })).toBe(true);
        expect((await listAll(stream)).map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
          ["a", "2"],
          ["b", "4"],
        ]);
      }));

    test("results are listed by version, kind and hour", () =>
      withStream(async (stream) => {
        const keys = [
          createKey("a"),
          createKey("b", { version: "v2" }),
          createKey("c", { kind: "rollup" }),
          createKey("d", { hour: "2026-01-31T10" }),
        ];
        for (const key of keys) await stream.put(key, Buffer.from(key.name));
        const names = async (query: Parameters<ChunkStream["list"]>[0]): Promise<string[]> =>
          (await listAll(stream, query)).map(({ name }) => name);
        expect(await names({})).toEqual(["a", "b", "c", "d"]);
        expect(await names({ version: "v1" })).toEqual(["a", "c", "d"]);
        expect(await names({ kind: "rollup" })).toEqual(["c"]);
        expect(await names({ version: "v1", hour: "2026-01-31T10" })).toEqual(["d"]);
        expect((await listAll(stream, { kind: "rollup" }))[0]).toMatchObject(keys[2] ?? {});
      }));

    test("results are counted by hour", () =>
      withStream(async (stream) => {
        for (const name of ["a", "b"]) await stream.put(createKey(name), Buffer.from(name));
        await stream.put(createKey("c", { hour: "2026-01-31T10" }), Buffer.from("c"));
        await stream.put(createKey("d", { kind: "failed" }), Buffer.from("d"));
        const counts = await stream.countResults({ version: "v1", kind: "report" });
        expect([...counts].sort()).toEqual([
          ["2026-01-31T09", 2],
          ["2026-01-31T10", 1],
        ]);
        expect(await stream.countResults({ version: "v2" })).toEqual(new Map());
      }));

    test("a result that was replaced since it was listed is not removed", () =>
      withStream(async (stream) => {
        await stream.put(createKey("a"), Buffer.from("1"));
        await stream.put(createKey("b"), Buffer.from("1"));
        const listed = await listAll(stream);
        await stream.put(createKey("b"), Buffer.from("2"));
        await stream.remove(listed);
        await stream.remove(listed);
        expect((await listAll(stream)).map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
          ["b", "2"],
        ]);
      }));

    describeArchive(withStream);

    test("all results are listed, and those that are stored meanwhile too", () =>
      withStream(async (stream) => {
        const store = (from: number, to: number): Promise<unknown> =>
          Promise.all(
            Array.from({ length: to - from }, (_, index) =>
              stream.put(createKey(`r${from + index}`), Buffer.alloc(1000)),
            ),
          );
        await store(0, 1200);
        const found: string[] = [];
        for await (const { name } of stream.list({})) {
          if (found.push(name) === 1) await store(1200, 1300);
        }
        expect(new Set(found).size).toBe(1300);
        expect(found.length).toBe(1300);
      }));

    test("a full stream refuses chunks until one is acknowledged", async () => {
      const small = await server.open("full", { maxBytes: 10_000 });
      const big = (id: string): StoredChunk => ({ ...createChunk(id), bytes: Buffer.alloc(4000) });
      await small.publish(big("a"));
      await small.publish(big("b"));
      await expect(small.publish(big("c"))).rejects.toMatchObject({ name: "StreamError", kind: "full" });
      await (await claim(small)).acknowledge();
      await expect
        .poll(() =>
          small.publish(big("c")).then(
            () => "stored",
            ({ kind }) => kind,
          ),
        )
        .toBe("stored");
      await small.close();
    });

    test("what is stored survives a kill of the server, and open streams go on", () =>
      withStream(async (stream) => {
        await stream.publish(createChunk("a"));
        await stream.publish(createChunk("b"));
        await (await claim(stream)).acknowledge();
        await expect.poll(() => stream.countPending()).toEqual(new Map([["2026-01-31T09", 1]]));
        await stream.put(createKey("a"), Buffer.from("1"));
        await server.kill();
        await expect(stream.publish(createChunk("c"))).rejects.toMatchObject({ kind: "unreachable" });
        await server.start();
        const claimed = await pollClaim(stream);
        expect(claimed.id).toBe("b");
        expect((await listAll(stream)).map(({ name }) => name)).toEqual(["a"]);
      }));
  });
}

function createKey(name: string, key: Partial<ResultKey> = {}): ResultKey {
  return { version: "v1", kind: "report", hour: "2026-01-31T09", name, ...key };
}

async function claim(stream: ChunkStream): Promise<ClaimedChunk> {
  const claimed = await stream.claim(10_000);
  if (claimed === undefined) throw new Error("no chunk");
  return claimed;
}

async function pollClaim(stream: ChunkStream): Promise<ClaimedChunk> {
  for (;;) {
    const claimed = await stream.claim(1000).catch(() => undefined);
    if (claimed !== undefined) return claimed;
    await setTimeout(100);
  }
}

async function listAll(stream: ChunkStream, query: Parameters<ChunkStream["list"]>[0] = {}): Promise<StoredResult[]> {
  const results: StoredResult[] = [];
  for await (const it of stream.list(query)) results.push(it);
  return results;
}
