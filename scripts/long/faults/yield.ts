/**
 * `npx tsx scripts/long/faults/yield.ts`: shows which kinds of experiments of the probe find the planted defects of the sandbox. It also shows
 * which defects only one kind finds, and how many requests each kind costs. Many defects share one run, which takes as long for one.
 * bench/FAULTS.md has the table.
 *
 * Options:
 * - `--state FILE`: findings of each run; a run that is in it is not repeated
 * - `--phase NAMES`: only these phases of the probe
 * - `--shard 1/2`: only every second run
 * - `--table`: only prints the table of several `--state`
 * - `--misses`: instead, plants each defect alone that the runs of the state did not find
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadContract } from "../../../src/check/index.js";
import { PHASES } from "../../../src/probe/index.js";
import { createEdits, type Defect } from "./blind/defect.js";
import { DEFECTS } from "./blind/defects.js";
import { createKey } from "./blind/state.js";
import { FAULTS, keyOf } from "./catalogue.js";
import { type Edits, type Fault, type Memory, type Message, matchOperation, revealsFault } from "./fault.js";
import { createProbeRunner, type RunFinding } from "./probe-runner.js";

const { values } = parseArgs({
  options: {
    state: { type: "string", multiple: true },
    phase: { type: "string" },
    shard: { type: "string", default: "1/1" },
    table: { type: "boolean", default: false },
    misses: { type: "boolean", default: false },
  },
});

/** A planted defect of any set. */
type Planted = {
  readonly key: string;
  readonly set: string;
  readonly operation: string;
  readonly edits: Edits;
  readonly isRevealedBy: (finding: RunFinding) => boolean;
  /** Two defects with the same hints on one operation could not be distinguished. */
  readonly hints: readonly string[];
};

type RunState = {
  readonly keys: readonly string[];
  readonly findings: readonly RunFinding[];
  readonly costs: Readonly<Record<string, number>>;
};
type State = Record<string, RunState>;

const phases = PHASES.filter((it) => values.phase === undefined || values.phase.split(",").includes(it));
const HEALTHY = "healthy";
const SINGLE = "checks of single responses";
const SINGLE_CODES = ["exchange.request.failed", "exchange.response.missing"];
/** Many defects of one operation hide each other. */
const MAX_SAME = 3;
const operations = loadContract("spec/openapi.yaml").operations;
const planted: readonly Planted[] = [...listOwnFaults(), ...listBlindDefects()];
const runs = divideIntoRuns(planted);
const files = values.state ?? [join(tmpdir(), "commerce-contract-yield.json")];
const [file = ""] = files;
const state: State = Object.assign({}, ...files.map(readState));

if (!values.table) await probeAll();
process.stdout.write(formatYield());

function readState(from: string): State {
  return existsSync(from) ? JSON.parse(readFileSync(from, "utf8")) : {};
}

function listOwnFaults(): readonly Planted[] {
  return FAULTS.map((fault) => ({
    key: keyOf(fault),
    set: "own",
    operation: fault.operation,
    edits: { ...fault, isAffected: (it) => matchOperation(it) === fault.operation },
    ...createOwnTest(fault),
  }));
}

/** Of a fault such as `filter ignored: storeId of orders`, the finding names the parameter. */
function createOwnTest(fault: Fault): Pick<Planted, "isRevealedBy" | "hints"> {
  const [, parameter] = /^(?:filter|window) ignored: ([\w-]+)/.exec(fault.name) ?? [];
  return {
    hints: fault.codes.map((it) => `${it} ${parameter ?? ""}`),
    isRevealedBy: ({ code, operationId, message }) =>
      revealsFault(fault, code, operationId) && message.includes(parameter ?? ""),
  };
}

function listBlindDefects(): readonly Planted[] {
  return Object.values(DEFECTS)
    .flatMap((set) => set ?? [])
    .filter(({ service }) => service === "sandbox")
    .map((defect) => {
      const { method, path } = defect.operation;
      const operation = operations.find((it) => it.method === method && it.path === path)?.id;
      return {
        key: defect.id,
        set: "blind",
        operation: operation ?? method,
        edits: createEdits(defect, () => {}),
        hints: [String(defect.names)],
        isRevealedBy: (finding) => isAbout(defect, operation, finding) && isNamed(defect, finding),
      };
    });
}

function isAbout({ operation, methods, alsoOn }: Defect, id: string | undefined, { operationId }: RunFinding): boolean {
  if (operationId !== null && alsoOn?.includes(operationId) === true) return true;
  if (operation.method === "WEBHOOK") return operationId !== null && /^onOrder/.test(operationId);
  return operationId === id || (operationId === null && methods !== undefined);
}

function isNamed({ names }: Defect, { code, message }: RunFinding): boolean {
  return names?.test(`${code} ${message}`) ?? true;
}

function divideIntoRuns(all: readonly Planted[]): readonly (readonly Planted[])[] {
  const made: Planted[][] = [];
  for (const it of all) {
    const isFree = (others: readonly Planted[]): boolean => {
      const same = others.filter(({ set, operation }) => set === it.set && operation === it.operation);
      return same.length < MAX_SAME && !same.some(({ hints }) => hints.some((hint) => it.hints.includes(hint)));
    };
    const free = made.find(isFree);
    if (free === undefined) made.push([it]);
    else free.push(it);
  }
  return made;
}

async function probeAll(): Promise<void> {
  const runner = await createProbeRunner();
  const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
  const run = async (name: string, own: readonly Planted[]): Promise<void> => {
    if (state[name] !== undefined) return;
    const edits = combineEdits(own.map((it) => it.edits));
    const { findings, costs, ms } = await runner.run({ edits, phases, canSignIn: true, timeoutMs: 3000 });
    state[name] = {
      keys: own.map(({ key }) => key),
      findings: listDistinct(findings),
      costs: Object.fromEntries(costs),
    };
    writeFileSync(file, JSON.stringify(state, null, 1));
    const found = own.filter((it) => listFinders(it, name).length > 0).length;
    process.stdout.write(`${name}: ${found} of ${own.length} found, ${Math.round(ms / 1000)} s\n`);
  };
  await run(HEALTHY, []);
  const alone = planted.filter((it) => listAllFinders(it).length === 0).map((it) => [it]);
  const own = values.misses ? alone : runs;
  process.stdout.write(`${own.length} runs\n`);
  for (const [at, chosen] of own.entries())
    if (at % shards === shard - 1) await run(values.misses ? `alone ${chosen[0]?.key}` : `run ${at}`, chosen);
  await runner.close();
}

/** Each defect has a memory of its own. */
function combineEdits(all: readonly Edits[]): Edits {
  const own = all.map((edits) => ({ edits, memory: new Map<string, unknown>() as Memory }));
  const listAffected = (message: Message): typeof own => own.filter(({ edits }) => edits.isAffected?.(message) ?? true);
  return {
    isAffected: (message) => listAffected(message).length > 0,
    observe: (message) => own.forEach(({ edits, memory }) => void edits.observe?.(message, memory)),
    request: (message) => listAffected(message).forEach(({ edits, memory }) => void edits.request?.(message, memory)),
    instead: (message) => {
      for (const { edits, memory } of listAffected(message)) {
        const replaced = edits.instead?.(message, memory);
        if (replaced !== undefined) return replaced;
      }
      return undefined;
    },
    response: (response, message) =>
      listAffected(message).forEach(({ edits, memory }) => void edits.response?.(response, message, memory)),
    reset: (message) => listAffected(message).some(({ edits }) => edits.reset?.(message) === true),
    endless: (message) => listAffected(message).some(({ edits }) => edits.endless?.(message) === true),
    delivery: async (message) => {
      for (const { edits, memory } of own) if ((await edits.delivery?.(message, memory)) === false) return false;
      return undefined;
    },
  };
}

function listDistinct(findings: readonly RunFinding[]): readonly RunFinding[] {
  return [...new Map(findings.map((it) => [`${it.task} ${createKey(it)}`, it])).values()];
}

/** The findings of a run that reveal a defect. */
function listFinders(defect: Planted, name: string): readonly RunFinding[] {
  const healthy = new Set(state[HEALTHY]?.findings.map(createKey));
  return (state[name]?.findings ?? []).filter((it) => defect.isRevealedBy(it) && !healthy.has(createKey(it)));
}

function listAllFinders(defect: Planted): readonly RunFinding[] {
  return Object.keys(state).flatMap((name) =>
    state[name]?.keys.includes(defect.key) === true ? listFinders(defect, name) : [],
  );
}

/** The kind of an experiment: its task without the operation. The checks of a response, and of a delivery, need no experiment. */
function createKindName({ task = "", code }: Pick<RunFinding, "task" | "code">): string {
  const isSingle = !code.startsWith("exchange.") || SINGLE_CODES.includes(code);
  const [phase = "", name = "", kind] = task.split("/");
  if (isSingle) return SINGLE;
  return phase === "stateful" ? (kind ?? name) : phase;
}

function formatYield(): string {
  const finders = planted
    .filter(({ key }) => Object.values(state).some(({ keys }) => keys.includes(key)))
    .map((it) => ({ it, names: new Set(listAllFinders(it).map(createKindName)) }));
  const costs = new Map<string, number>();
  for (const [task, count] of Object.entries(state[HEALTHY]?.costs ?? {})) {
    const name = createKindName({ task, code: "exchange." });
    costs.set(name, (costs.get(name) ?? 0) + count);
  }
  const alarms = (state[HEALTHY]?.findings ?? []).filter(({ level }) => level === "error").map(createKindName);
  const rows = [...new Set([...costs.keys(), ...finders.flatMap(({ names }) => [...names])])].map((name) => {
    const found = finders.filter(({ names }) => names.has(name));
    const only = found.filter(({ names }) => names.size === 1).length;
    return {
      found: found.length,
      only,
      cells: [costs.get(name) ?? "–", alarms.filter((it) => it === name).length],
      name,
    };
  });
  const missed = finders.filter(({ names }) => names.size === 0).map(({ it }) => `${it.set} ${it.key}`);
  return [
    "| experiment | defects | only it | requests | false alarms |",
    "|---|--:|--:|--:|--:|",
    ...rows
      .sort((a, b) => b.only - a.only || b.found - a.found)
      .map(({ name, found, only, cells }) => `| ${[name, found, only, ...cells].join(" | ")} |`),
    "",
    `${finders.length - missed.length} of ${finders.length} found; not found: ${missed.join(", ")}`,
    "",
  ].join("\n");
}
