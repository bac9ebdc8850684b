/** What the process that mutates hands to the runner of the tests, and what that one writes down. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Written as JSON; the environment variable MUTATION_PLAN names the file. */
export type Plan = {
  /** The bugs that each test file may notice, by its path from the root. */
  readonly files: Readonly<Record<string, readonly number[]>>;
  /** Where events go, a JSON line each. */
  readonly journal: string;
  /** CPU milliseconds that one bug may take in all tests, and a test file with all bugs. */
  readonly perMutant: number;
  readonly perFile: number;
  /** Tests that fail without a bug, as `file > name`. */
  readonly invalid: readonly string[];
};

export type Event =
  /** A bug is tried from now on; so a process that hangs is known. */
  | { readonly kind: "try"; readonly id: number; readonly pid: number; readonly file: string }
  | { readonly kind: "idle"; readonly pid: number }
  | { readonly kind: "killed"; readonly id: number; readonly file: string; readonly test: string }
  /** A test has reached the bug, failed or not with it, and need not be run again for it. */
  | { readonly kind: "passed"; readonly id: number; readonly file: string; readonly cpu: number }
  /** The bug has to be there from the start for this file to show it, in a process of its own. */
  | { readonly kind: "fresh"; readonly ids: readonly number[]; readonly file: string }
  | { readonly kind: "tried"; readonly id: number }
  | { readonly kind: "broken"; readonly test: string }
  | { readonly kind: "done"; readonly file: string; readonly cpu: number };

export function writeEvent(journal: string, event: Event): void {
  appendFileSync(journal, `${JSON.stringify(event)}\n`);
}

export function readEvents(journal: string): Event[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, "utf8").split("\n");
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as Event);
}

/** CPU milliseconds that each bug has taken in tests that passed. */
export function spentIn(events: readonly Event[]): Map<number, number> {
  const spent = new Map<number, number>();
  for (const event of events) if (event.kind === "passed") spent.set(event.id, (spent.get(event.id) ?? 0) + event.cpu);
  return spent;
}

/** The bugs that tests have noticed. */
export function killedIn(events: readonly Event[]): Set<number> {
  return new Set(events.flatMap((event) => (event.kind === "killed" ? [event.id] : [])));
}
