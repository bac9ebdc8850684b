/**
 * Runs each test once as it is, and once more with each bug that it reaches, in the same process: that costs the time of
 * the test, and no start. With MUTANT in the environment that bug alone is there, from the start.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type RunnerTask, type RunnerTestCase, TestRunner } from "vitest";
import { killedIn, type Plan, readEvents, spentIn, writeEvent } from "./plan.js";

const plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN ?? "", "utf8")) as Plan;
const always = Number(process.env.MUTANT ?? 0);

/** What the switches in the sources ask; see instrument.ts. */
const switches = {
  active: always,
  ticks: 0,
  limit: 2e8,
  reached: new Uint8Array(100_000),
  reach(id: number): void {
    this.reached[id] = 1;
  },
};
Object.assign(globalThis, { __mutation: switches });

/** Processes that a test starts write here which bugs they have come by. */
const reachedByOthers = join(mkdtempSync(join(tmpdir(), "mutation-")), "reached");
process.env.MUTANT_REACHED = reachedByOthers;
process.on("exit", () => rmSync(join(reachedByOthers, ".."), { recursive: true, force: true }));

type Outcome = "passed" | "failed" | "late" | "missed";

export default class MutationRunner extends TestRunner {
  #file = "";
  #started = 0;
  /** What the file costs without a bug: to load it, and each test once. */
  #cost = 0;
  #spent = new Map<number, number>();
  #fresh = new Set<number>();
  #killed = new Set<number>();
  #journalSize = -1;

  override onCollectStart(file: Parameters<TestRunner["onCollectStart"]>[0]): void {
    this.#file = relative(process.cwd(), file.filepath);
    this.#started = cpu();
    super.onCollectStart(file);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (plan.invalid.includes(this.#nameOf(test))) test.mode = "skip";
    if (always !== 0 && cpu() - this.#started > plan.perMutant * 3) test.mode = "skip";
    await super.onBeforeRunTask(test);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const call = TestRunner.getTestFn(test);
    if (always !== 0) return await call();
    this.#keepFresh(this.#takeReached());
    const [start, ticks, time] = [cpu(), switches.ticks, Date.now()];
    try {
      await call();
    } catch (error) {
      writeEvent(plan.journal, { kind: "broken", test: this.#nameOf(test) });
      throw error;
    }
    const cost = cpu() - start;
    this.#cost = (this.#cost === 0 ? start - this.#started : this.#cost) + cost;
    const base = { cost, ticks: switches.ticks - ticks, wall: Date.now() - time };
    // An expensive test is not run for every mutation that it reaches.
    const isLate = cpu() - this.#started > plan.perFile;
    let most = isLate ? 0 : Math.max(4, Math.ceil(plan.perMutant / Math.max(cost, 1)));
    for (const id of this.#takeReached()) {
      if (this.#isKilled(id) || this.#fresh.has(id)) continue;
      const spent = this.#spent.get(id) ?? 0;
      if (most === 0 || (spent > 0 && spent + cost > plan.perMutant)) {
        // Once through the whole file, from the start, costs less than every test that comes by it.
        this.#fresh.add(id);
        continue;
      }
      most -= 1;
      if (!(await this.#try(id, test, base))) break;
      this.#spent.set(id, spent + cost);
    }
    switches.active = 0;
    writeEvent(plan.journal, { kind: "idle", pid: process.pid });
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner["onAfterRunSuite"]>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!("filepath" in suite) || always !== 0) return;
    this.#keepFresh(this.#takeReached());
    const ids = [...this.#fresh].filter((id) => !this.#isKilled(id));
    writeEvent(plan.journal, { kind: "fresh", ids, file: this.#file });
    writeEvent(plan.journal, { kind: "done", file: this.#file, cpu: Math.round(this.#cost) });
  }

  /** False when the test can no longer be run a second time. */
  async #try(id: number, test: RunnerTestCase, base: Base): Promise<boolean> {
    const file = this.#file;
    writeEvent(plan.journal, { kind: "try", id, pid: process.pid, file });
    const outcome = await this.#runWith(id, test, base);
    if (outcome === "passed") writeEvent(plan.journal, { kind: "passed", id, file, cpu: base.cost });
    // What the first run has kept hides the bug.
    if (outcome === "missed") this.#fresh.add(id);
    // A test that fails without the bug too says nothing of it.
    if (outcome === "failed" && (await this.#runWith(0, test, base)) === "failed") {
      this.#fresh.add(id);
      return false;
    }
    if (outcome === "failed" || outcome === "late") {
      this.#killed.add(id);
      writeEvent(plan.journal, { kind: "killed", id, file, test: this.#nameOf(test) });
    }
    return outcome !== "late";
  }

  async #runWith(id: number, test: RunnerTestCase, { wall, ticks }: Base): Promise<Outcome> {
    // Snapshots are counted from the first again.
    this.onBeforeTryTask(test);
    switches.active = id;
    process.env.MUTANT = String(id);
    switches.limit = switches.ticks + ticks * 20 + 3e6;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), wall * 10 + 8000);
    });
    try {
      const ended = await Promise.race([Promise.resolve(TestRunner.getTestFn(test)()), late]);
      if (ended === "late") return "late";
      return id !== 0 && !this.#takeReached().includes(id) ? "missed" : "passed";
    } catch {
      return "failed";
    } finally {
      clearTimeout(timer);
      this.#takeReached();
      switches.active = 0;
      switches.limit = Number.POSITIVE_INFINITY;
      process.env.MUTANT = "0";
      Object.assign(test, { promises: undefined });
    }
  }

  #takeReached(): number[] {
    const allowed = plan.files[this.#file] ?? [];
    for (const id of readOtherRuns()) switches.reached[id] = 1;
    const ids = allowed.filter((id) => switches.reached[id] === 1);
    switches.reached.fill(0);
    return ids;
  }

  #keepFresh(ids: readonly number[]): void {
    for (const id of ids) this.#fresh.add(id);
  }

  #isKilled(id: number): boolean {
    const size = existsSync(plan.journal) ? statSync(plan.journal).size : 0;
    if (size > this.#journalSize + 20_000 || this.#journalSize < 0) {
      this.#journalSize = size;
      const events = readEvents(plan.journal);
      this.#killed = killedIn(events);
      this.#spent = spentIn(events);
    }
    return this.#killed.has(id);
  }

  #nameOf(test: RunnerTask): string {
    const names: string[] = [];
    for (let task: RunnerTask | undefined = test; task !== undefined; task = task.suite) names.unshift(task.name);
    return [this.#file, ...names].join(" > ");
  }
}

type Base = { readonly cost: number; readonly wall: number; readonly ticks: number };

function readOtherRuns(): number[] {
  if (!existsSync(reachedByOthers)) return [];
  const text = readFileSync(reachedByOthers, "utf8");
  writeFileSync(reachedByOthers, "");
  return text.split("\n").map(Number).filter(Boolean);
}

/** CPU milliseconds of this process. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
