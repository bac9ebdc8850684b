import fc from "fast-check";
import type { SandboxOptions } from "../../../src/sandbox/index.js";
import { type CheckedClient, openCheckedClient } from "../checked-client.js";
import { commandList } from "./commands.js";
import { runCommands, START } from "./run-commands.js";

export type DifferentialOptions = {
  /** The database of each engine. */
  readonly targets: readonly string[];
  readonly lists: number;
  readonly seed: number;
  readonly withRestarts: boolean;
};

/**
 * Runs the same random commands on every engine and the model. @throws Error with the shortest list that makes a
 * difference
 */
export async function runDifferential({ targets, lists, seed, withRestarts }: DifferentialOptions): Promise<number> {
  const options = (database: string): SandboxOptions => ({
    database,
    seed: "differential",
    data: "none",
    startAt: { time: START * 1000, freeze: true },
    baseUrl: "http://sandbox.example",
  });
  const open = (): Promise<CheckedClient[]> => Promise.all(targets.map((target) => openCheckedClient(options(target))));
  let checked = 0;
  let clients = await open();
  const restart = async (): Promise<void> => {
    checked += countChecked(clients);
    await Promise.all(clients.map((client) => client.close()));
    clients = await open();
  };
  const empty = new Map<string, string>();
  for (const client of clients) empty.set(client.sandbox.engine, (await client.admin("GET", "/snapshot")).text);
  try {
    await fc.assert(
      fc.asyncProperty(commandList(withRestarts), async (commands) => {
        // Faster than a reset, which hashes passwords.
        for (const client of clients)
          await client.admin("PUT", "/snapshot", Buffer.from(empty.get(client.sandbox.engine) ?? ""));
        await runCommands({ clients: () => clients, restart }, commands);
      }),
      { numRuns: lists, seed, endOnFailure: false },
    );
    checked += countChecked(clients);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  return checked;
}

function countChecked(clients: readonly CheckedClient[]): number {
  return clients.reduce((sum, client) => sum + client.checkedCount(), 0);
}
