/** Runs the tests over a copy with bugs, and says which bugs they notice. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDistance } from "./distance.js";
import type { Mutant } from "./edit.js";
import { folderOf, testFilesFor } from "./folders.js";
import type { Try } from "./fresh.js";
import { type Event, killedIn, type Plan, readEvents } from "./plan.js";
import { end, watchTries } from "./watch.js";

export type Verdict = {
  readonly mutant: Mutant;
  /** By which test, or undefined for a survivor. */
  readonly killedBy?: string;
  /** Whether a test of the folder reaches the bug at all. */
  readonly isReached: boolean;
};

export type Running = {
  readonly copy: string;
  readonly workers: number;
  /** Test files and folders to run; all of the folder of a bug when there are none. */
  readonly only: readonly string[];
  /** CPU seconds that one bug may take. */
  readonly timeLimit: number;
  /** When the run ends, in milliseconds; what is not decided by then counts as a survivor. */
  readonly deadline: number;
  readonly log: (text: string) => void;
};

/** A bug that has to be there from the start may take this many times its CPU time. */
const FRESH = 1.5;

/** The tests of PostgreSQL are run for its own files only; all others behave the same on both engines. */
const isPostgres = ({ file }: Mutant): boolean => file.includes("/postgres");

export async function runTests(mutants: readonly Mutant[], running: Running): Promise<Verdict[]> {
  const groups = [
    { own: mutants.filter((it) => !isPostgres(it)), pattern: "" },
    { own: mutants.filter(isPostgres), pattern: "\\(postgres\\)" },
  ];
  const verdicts: Verdict[] = [];
  for (const { own, pattern } of groups) {
    if (own.length === 0) continue;
    const first = await runGroup(own, { ...running, pattern, isCostly: false });
    const survivors = first.filter(({ killedBy }) => killedBy === undefined).map(({ mutant }) => mutant);
    running.log(`${survivors.length} bugs are left for the costly tests`);
    const second = await runGroup(survivors, { ...running, pattern, isCostly: true });
    const later = new Map(second.map((verdict) => [verdict.mutant.id, verdict]));
    for (const verdict of first) {
      const again = later.get(verdict.mutant.id);
      verdicts.push(again === undefined ? verdict : { ...again, isReached: again.isReached || verdict.isReached });
    }
  }
  return verdicts.sort((a, b) => a.mutant.id - b.mutant.id);
}

type Tests = Running & { readonly pattern: string; readonly isCostly: boolean };

async function runGroup(mutants: readonly Mutant[], tests: Tests): Promise<Verdict[]> {
  const { copy, pattern, isCostly, timeLimit, log } = tests;
  const journal = join(copy, `journal${pattern === "" ? "" : "-postgres"}${isCostly ? "-costly" : ""}.ndjson`);
  const files = planFiles(mutants, tests);
  const plan: Plan = { files, journal, perMutant: timeLimit * 1000, perFile: timeLimit * 8000, invalid: [] };
  let left = Object.keys(files);
  for (let passes = 0; left.length > 0 && passes < 6 && Date.now() < tests.deadline; passes += 1) {
    log(`${left.length} test files, each with the bugs that it reaches`);
    await runOver(plan, tests, [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "vitest.mutation.config.ts",
      ...left,
    ]);
    const done = new Set(readEvents(journal).flatMap((event) => (event.kind === "done" ? [event.file] : [])));
    left = left.filter((file) => !done.has(file));
  }
  await runFresh(plan, tests, mutants);
  return verdictsOf(mutants, readEvents(journal));
}

/** The bugs of each test file. The files nearest to their bugs come first, since they notice most at the least cost. */
function planFiles(mutants: readonly Mutant[], { copy, isCostly, only }: Tests): Record<string, number[]> {
  const distance = createDistance(copy);
  const files = new Map<string, { readonly ids: number[]; total: number }>();
  for (const { file, id } of mutants)
    for (const test of testFilesFor(copy, folderOf(file), isCostly).filter((it) => isWanted(it, only))) {
      const planned = files.get(test) ?? { ids: [], total: 0 };
      files.set(test, planned);
      planned.ids.push(id);
      planned.total += Math.min(distance(test, file), 100);
    }
  const mean = ({ ids, total }: { readonly ids: number[]; readonly total: number }): number => total / ids.length;
  const nearestFirst = [...files].sort(([, a], [, b]) => mean(a) - mean(b));
  return Object.fromEntries(nearestFirst.map(([test, { ids }]) => [test, ids]));
}

function isWanted(test: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((it) => test.startsWith(it));
}

/** One process over the copy; what hangs in a bug is ended. */
async function runOver(
  plan: Plan,
  { copy, workers, pattern, deadline }: Tests,
  args: readonly string[],
): Promise<void> {
  const planFile = join(copy, "plan.json");
  writeFileSync(planFile, JSON.stringify(plan));
  const env = {
    ...process.env,
    CI: "",
    MUTATION_PLAN: planFile,
    MUTATION_WORKERS: String(workers),
    MUTATION_TESTS: pattern,
  };
  const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", detached: true, env });
  const stop = watchTries(plan.journal);
  const late = setTimeout(() => child.pid !== undefined && end(-child.pid), Math.max(0, deadline - Date.now()));
  await new Promise((resolve) => child.once("exit", resolve));
  clearTimeout(late);
  stop();
}

/** The bugs that show only when they are there from the start: in values of modules, or in what is kept. */
async function runFresh(plan: Plan, tests: Tests, mutants: readonly Mutant[]): Promise<void> {
  const events = readEvents(plan.journal);
  const invalid = events.flatMap((it) => (it.kind === "broken" ? [it.test] : []));
  const distance = createDistance(tests.copy);
  const files = new Map(mutants.map(({ id, file }) => [id, file]));
  const all = triesOf(events, plan.perMutant * FRESH, (test, id) => distance(test, files.get(id) ?? ""));
  tests.log(`${all.length} bugs that have to be there from the start`);
  const lanes = Array.from({ length: tests.workers }, (_, lane) => all.filter((__, at) => at % tests.workers === lane));
  await Promise.all(
    lanes.map(async (lane, number) => {
      const path = join(tests.copy, `tries-${number}.json`);
      // A bug that hangs ends the process, and the next one goes on with the others.
      for (let left = lane; left.length > 0 && Date.now() < tests.deadline; left = leftOf(lane, plan)) {
        writeFileSync(path, JSON.stringify(left));
        const args = ["node_modules/tsx/dist/cli.mjs", "scripts/long/mutate-source/fresh.ts", path];
        await runOver({ ...plan, invalid }, { ...tests, workers: 1 }, args);
        if (leftOf(lane, plan).length === left.length) break;
      }
    }),
  );
}

function leftOf(tries: readonly Try[], { journal }: Plan): Try[] {
  const over = new Set(
    readEvents(journal).flatMap((it) => (it.kind === "tried" || it.kind === "killed" ? [it.id] : [])),
  );
  return tries.filter(({ id }) => !over.has(id));
}

/**
 * Each with the test files that reach it: the nearest always, and then the next ones as far as its time allows. Last come
 * those whose tests it has passed one by one: what they keep from a run without the bug can hide it.
 */
function triesOf(events: readonly Event[], limit: number, distance: (test: string, id: number) => number): Try[] {
  const costs = new Map(events.flatMap((it) => (it.kind === "done" ? [[it.file, it.cpu] as const] : [])));
  const cost = (file: string): number => costs.get(file) ?? 0;
  const killed = killedIn(events);
  const [untried, passed] = [new Map<number, Set<string>>(), new Map<number, Set<string>>()];
  const add = (files: Map<number, Set<string>>, id: number, file: string): void => {
    if (!killed.has(id)) files.set(id, (files.get(id) ?? new Set()).add(file));
  };
  for (const event of events) {
    if (event.kind === "passed") add(passed, event.id, event.file);
    if (event.kind === "fresh") for (const id of event.ids) add(untried, id, event.file);
  }
  return [...new Set([...untried.keys(), ...passed.keys()])].map((id) => {
    const order = (file: string): number => Math.min(distance(file, id), 100) * 1e6 + cost(file);
    const nearestFirst = [untried, passed].flatMap((files) =>
      [...(files.get(id) ?? [])].sort((a, b) => order(a) - order(b)),
    );
    let rest = limit;
    const taken = [...new Set(nearestFirst)].filter((file, at) => {
      const isTaken = at === 0 || cost(file) <= rest;
      if (isTaken) rest -= cost(file);
      return isTaken;
    });
    return { id, files: taken };
  });
}

function verdictsOf(mutants: readonly Mutant[], events: readonly Event[]): Verdict[] {
  const reached = new Set(
    events.flatMap((it) => (it.kind === "passed" || it.kind === "try" ? [it.id] : it.kind === "fresh" ? it.ids : [])),
  );
  const tests = new Map(
    events.flatMap((it) => (it.kind === "killed" ? [[it.id, `${it.file}: ${it.test}`] as const] : [])),
  );
  return mutants.map((mutant) => {
    const killedBy = tests.get(mutant.id);
    return { mutant, isReached: reached.has(mutant.id), ...(killedBy === undefined ? {} : { killedBy }) };
  });
}
