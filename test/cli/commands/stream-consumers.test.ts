/** Who sends the traffic of a stream: consumers in reports, and breaking changes weighed by archived exchanges. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NatsServer, natsServerPath, startNatsServer } from "../../stream/nats-server.js";
import { type CommandResult, createFolder, createHar, createHarEntry } from "../run-contract.js";
import { createRecordings, createRecordingsWithConsumers, SPEC, startRun } from "./stream-run.js";

describe.skipIf(natsServerPath === undefined)("contract report and diff", () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.stop());
  const createRun = () => startRun(server);

  test("the report counts the exchanges of each consumer", async () => {
    const { feed, work, report } = createRun();
    await feed(createRecordingsWithConsumers());
    await work();
    expect(JSON.parse((await report()).stdout).consumers).toEqual({
      listed: [
        { name: "app", exchanges: 2, failed: 1 },
        { name: "shop", exchanges: 1, failed: 0 },
      ],
      unlisted: 0,
      unknown: 1,
    });
    expect((await report("--format", "text")).stdout).toContain(
      "Consumers\n  app: 2 exchanges, 1 with errors\n  shop: 1 exchange, 0 with errors\n  no consumer recorded: 1 exchange\n",
    );
  });

  test("contract diff weighs by archived exchanges as by recordings, and says if some are not archived", async () => {
    const { feed, work, diff } = createRun();
    const folder = createRecordings();
    const changed = join(folder, "changed.yaml");
    writeFileSync(changed, readFileSync(SPEC, "utf8").replaceAll("/books/{bookId}", "/volumes/{bookId}"));
    const weigh = (...args: readonly string[]): Promise<CommandResult> => diff(changed, ...args);
    const local = await weigh("--traffic", folder);
    const { traffic } = JSON.parse(local.stdout).summary;
    expect(traffic.exchanges).toBeGreaterThan(0);
    await feed(folder);
    expect((await weigh("--traffic", server.url)).stderr).toContain("2 chunks are not checked yet");
    await work("--archive-days", "2");
    expect(await weigh("--traffic", server.url)).toEqual(local);
    expect((await weigh("--traffic", server.url, "--since", "2026-02-01")).stderr).toContain(
      "no recorded exchange belongs to an operation",
    );
    await feed(createFolder({ "c.har": createHar(createHarEntry({ url: "https://library.example/v1/books/9" })) }));
    await work();
    const { code, stderr, stdout } = await weigh("--traffic", server.url);
    expect(code).toBe(1);
    expect(stderr).toContain("1 chunk is not in the archive; run contract worker with --archive-days\n");
    expect(JSON.parse(stdout).summary.traffic).toEqual(traffic);
  });
});
