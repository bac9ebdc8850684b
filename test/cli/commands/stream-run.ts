/** The commands for streams, each run with a service of its own, and recordings for them. */
import { join } from "node:path";
import { openStream } from "../../../src/stream/index.js";
import type { NatsServer } from "../../stream/nats-server.js";
import { type CommandResult, createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

export const SPEC = join(import.meta.dirname, "../../cases/library.yaml");

let services = 0;

/** The commands with a service that no other test uses. */
export function startRun(server: Pick<NatsServer, "url">) {
  const service = `s${++services}`;
  const act = (command: string, ...args: readonly string[]): Promise<CommandResult> =>
    runContract([command, server.url, "--service", service, ...args]);
  return {
    service,
    feed: (...args: readonly string[]) => act("feed", "--spec", SPEC, ...args),
    work: (...args: readonly string[]) => act("worker", "--spec", SPEC, "--drain", ...args),
    report: (...args: readonly string[]) =>
      act("report", ...(args.includes("--format") ? [] : ["--format", "json"]), ...args),
    diff: (changed: string, ...args: readonly string[]) =>
      runContract(["diff", SPEC, changed, "--service", service, "--format", "json", ...args]),
    open: () => openStream({ url: server.url, service }),
  };
}

export function createRecordings(): string {
  const bad = { response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7"}' } } };
  const drift = {
    response: { content: { size: 9, mimeType: "application/json", text: '{"id":7,"title":"Emma","x":1}' } },
  };
  return createFolder({
    "a.har": createHar(createHarEntry(), createHarEntry(bad), createHarEntry(drift)),
    "b.har": createHar(createHarEntry(drift), createHarEntry({ url: "https://library.example/v1/unknown" })),
  });
}

export function createRecordingsWithConsumers(): string {
  const bad = { response: { content: { size: 9, mimeType: "application/json", text: '{"id":"7"}' } } };
  return createFolder({
    "a.har": createHar(createHarEntry({ _consumer: "shop" }), createHarEntry({ _consumer: "app", ...bad })),
    "b.har": createHar(createHarEntry({ _consumer: "app" }), createHarEntry()),
  });
}
