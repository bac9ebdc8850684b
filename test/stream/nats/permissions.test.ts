/** The configuration of docs/production.md, in a real server: each service has the rights that it needs, and no others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChunkStream, openStream, type StreamLimits } from "../../../src/stream/index.js";
import { type NatsServer, natsServerPath, startNatsServer } from "../nats-server.js";

const page = readFileSync(join(import.meta.dirname, "../../../docs/production.md"), "utf8");
const [, config = ""] = /```text title=nats\.conf\n(.*?)```/s.exec(page) ?? [];
const USERS = ["ADMIN", "FEEDER", "WORKER", "READER"] as const;

/** The worker without one of its rights. */
const LESS: Readonly<Record<string, readonly [right: string, replacement: string]>> = {
  acknowledging: ['"$JS.ACK.CONTRACT_CHUNKS.>"', ""],
  claiming: ['"$JS.API.CONSUMER.MSG.NEXT.CONTRACT_CHUNKS.*", ', ""],
  storing: ['"contract.results.>", ', ""],
  reading: ['subscribe: ["_INBOX.>"]', 'subscribe: ["other"]'],
};

/** Adds copies of the user `worker`, each with one right less. */
function addUsersWithLessRights(text: string): string {
  const [worker = ""] = /\{\s+user: worker.*?\n {4}\}/s.exec(text) ?? [];
  const copies = Object.entries(LESS).map(([name, [right, replacement]]) =>
    worker.replace("user: worker", `user: ${name}`).replace(right, replacement),
  );
  return text.replace(worker, [worker, ...copies].join("\n"));
}

describe.skipIf(natsServerPath === undefined)("the configuration of docs/production.md", () => {
  let server: NatsServer;
  beforeAll(async () => {
    for (const name of USERS) process.env[`${name}_PASSWORD`] = `${name.toLowerCase()}-secret`;
    server = await startNatsServer(addUsersWithLessRights(config.replace(/^jetstream .*$/m, "")));
    await (await open("admin", { archiveDays: 1 })).close();
  });
  afterAll(async () => {
    for (const name of USERS) delete process.env[`${name}_PASSWORD`];
    await server.stop();
  });

  const open = (user: string, limits: StreamLimits = {}, password = user): Promise<ChunkStream> =>
    openStream({ url: server.url.replace("//", `//${user}:${password}-secret@`), service: "orders", ...limits });
  const withStream = async <Value>(user: string, act: (stream: ChunkStream) => Promise<Value>): Promise<Value> => {
    const stream = await open(user, user === "worker" ? { archiveDays: 1 } : {});
    try {
      return await act(stream);
    } finally {
      await stream.close();
    }
  };
  const chunk = { id: "a", hour: "2026-01-31T09", bytes: Buffer.from("chunk") };
  const key = { version: "v1", kind: "report", hour: "2026-01-31T09", name: "a" } as const;
  const list = async (stream: ChunkStream): Promise<number> => {
    let count = 0;
    for await (const _ of stream.list({})) count += 1;
    return count;
  };
  const OPERATIONS: Readonly<Record<string, (stream: ChunkStream) => Promise<unknown>>> = {
    publish: (stream) => stream.publish(chunk),
    claim: async (stream) => (await stream.claim(1000))?.acknowledge(),
    countPending: (stream) => stream.countPending(),
    put: (stream) => stream.put(key, Buffer.from("result")),
    list,
    countResults: (stream) => stream.countResults({}),
    archive: (stream) => stream.archive(chunk),
    countArchived: (stream) => stream.countArchived(),
    listArchived: async (stream) => {
      for await (const _ of stream.listArchived(chunk.hour));
    },
  };
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {
    feeder: ["publish", "countPending", "countResults"],
    worker: ["publish", "claim", "countPending", "put", "list", "countResults", "archive", "countArchived"],
    reader: ["countPending", "list", "countResults", "countArchived", "listArchived"],
  };
  const cases = Object.entries(ALLOWED).flatMap(([user, allowed]) =>
    Object.keys(OPERATIONS).map((operation) => [user, operation, allowed.includes(operation)] as const),
  );

  test.each(cases)("user %s, operation %s: allowed %s", async (user, operation, isAllowed) => {
    const act = OPERATIONS[operation];
    const outcome = await withStream(user, async (stream) => act?.(stream)).then(
      () => "allowed",
      ({ kind }) => kind,
    );
    expect(outcome).toBe(isAllowed ? "allowed" : "refused");
  });

  test.each([
    ["worker", "done"],
    ["acknowledging", 'cannot acknowledge a chunk: .* Publish to "\\$JS\\.ACK\\.CONTRACT_CHUNKS\\..*"'],
    ["claiming", 'cannot claim a chunk: .* Publish to "\\$JS\\.API\\.CONSUMER\\.MSG\\.NEXT\\.CONTRACT_CHUNKS\\..*"'],
    ["storing", 'cannot store a result: .* Publish to "contract\\.results\\..*"'],
    ["reading", 'cannot open JetStream: .* Subscription to "_INBOX\\..*"'],
  ])("a missing right is named: %s", async (user, outcome) => {
    await withStream("feeder", (stream) => stream.publish({ ...chunk, id: user }));
    const work = async (): Promise<string> => {
      const stream = await open(user, {}, "worker");
      try {
        const claimed = await stream.claim(2000);
        await stream.put(key, Buffer.from("result"));
        await claimed?.acknowledge();
        return "done";
      } finally {
        await stream.close();
      }
    };
    expect(await work().catch(({ message }: Error) => message)).toMatch(new RegExp(`^${outcome}$`));
  });

  test("a wrong password is refused, without a second try", async () => {
    const url = server.url.replace("//", "//reader:wrong@");
    await expect(openStream({ url, service: "orders" })).rejects.toMatchObject({ kind: "refused" });
  });

  test("the rights are of use together: what the feeder publishes, the worker checks and the reader reports", async () => {
    await withStream("feeder", (stream) => stream.publish({ ...chunk, id: "b" }));
    await withStream("worker", async (stream) => {
      const claimed = await stream.claim(5000);
      await stream.put({ ...key, name: claimed?.id ?? "" }, Buffer.from("result"));
      await claimed?.acknowledge();
    });
    expect(await withStream("reader", list)).toBeGreaterThan(0);
  });
});
