/**
 * `npx tsx scripts/long/faults-blind.ts`: plants the defects of `faults/blind` one at a time between `contract probe` and a service,
 * and prints how many of them the probe finds. Their authors did not know the probe. bench/FAULTS.md has the first measurement of each set.
 *
 * Options:
 * - `--set NAME`: the set of defects: earlier, foreign, seventh or eighth (the default)
 * - `--service NAME`, `--match TEXT`: only these defects; several TEXTs are separated by commas
 * - `--id ID`: only this defect, also several times
 * - `--shard 1/3`: only every third of them, so that three processes share the work
 * - `--healthy N`: instead, probes each healthy service with the seeds 1 to N
 * - `--whole`: does not end a run at the first finding, so that the state has all of them
 * - `--state FILE`: findings of each defect; `--resume` continues from it. Its fields `accept` say whether a finding names the defect
 * - `--totals`: only prints the totals of the state; several `--state` are merged
 * - `--findings`: instead, prints the verdicts and findings of the state, for a reader who decides on `accept`
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { loadContract } from "../../src/check/index.js";
import type { Phase } from "../../src/probe/index.js";
import { createEdits, type Defect } from "./faults/blind/defect.js";
import { DEFECTS } from "./faults/blind/defects.js";
import { formatTotals, getVerdict } from "./faults/blind/page.js";
import {
  createKey,
  createState,
  type DefectResult,
  mergeStates,
  readState,
  type State,
  type Verdict,
  writeState,
} from "./faults/blind/state.js";
import { createTarget, type ProbeOptions, type ServiceName, type Target } from "./faults/blind/targets.js";
import type { RunFinding } from "./faults/probe-runner.js";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "eighth" },
    id: { type: "string", multiple: true },
    service: { type: "string" },
    match: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" },
    healthy: { type: "string" },
    whole: { type: "boolean", default: false },
    state: { type: "string", multiple: true },
    resume: { type: "boolean", default: false },
    totals: { type: "boolean", default: false },
    findings: { type: "boolean", default: false },
  },
});

type ProbePart = Omit<ProbeOptions, "seed"> & { readonly name: string };

const SCENARIOS: readonly Phase[] = ["examples", "stateful"];
const CASES: readonly Phase[] = ["examples", "boundaries", "negatives", "random"];
/** Paths of the sandbox whose operations can reach a defect: those of the same resource, and what hooks, tokens and transactions are about. */
const ORDERS = "/businesses/{businessId}/orders";
const TRANSACTIONS = "/businesses/{businessId}/transactions";
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "/": ["/hooks", ORDERS],
  "/hooks": ["/hooks", ORDERS],
  "/token": ["/token", "/apps/{appId}/plans"],
  [TRANSACTIONS]: [TRANSACTIONS, ORDERS],
};

let operations: ReturnType<typeof loadContract>["operations"] | undefined;

const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
const { set } = values;
const defects = DEFECTS[set];
if (defects === undefined) throw new Error(`invalid --set ${set}: expected one of ${Object.keys(DEFECTS).join(", ")}`);
const states = values.state ?? [join(tmpdir(), `commerce-contract-faults-blind-${set}.json`)];
const [file = ""] = states;
const selected = defects
  .filter(
    ({ id, service }) =>
      values.match.split(",").some((it) => id.includes(it)) &&
      (values.id?.includes(id) ?? true) &&
      (values.service ?? service) === service,
  )
  .filter((_, at) => at % shards === shard - 1);
const isReading = values.totals || values.findings;
const state: State = values.resume || isReading ? mergeStates(states.map(readState)) : createState();
const services = [...new Set(selected.map(({ service }) => service))];

if (values.findings) printFindings();
if (!isReading)
  for (const service of services) {
    const target = await createTarget(service);
    const own = selected.filter((it) => it.service === service);
    if (values.healthy !== undefined) await probeHealthy(target, service, Number(values.healthy));
    else await measureDefects(target, service, own);
    await target.close();
  }
if (values.healthy === undefined) process.stdout.write(formatTotals(state, set));

/** A reader sets `accept` of a result where the author's words decide wrongly. */
function printFindings(): void {
  for (const defect of selected) {
    const { findings = [] } = state.results[defect.id] ?? {};
    process.stdout.write(`${getVerdict(state, defect)}  ${defect.id}: ${defect.title}; named by ${defect.names}\n`);
    for (const { code, operationId, message } of findings)
      process.stdout.write(`    ${code} ${operationId}: ${message.slice(0, 300)}\n`);
  }
}

/** Saves the findings of each run. Without many hooks, a write sends few events, so the cases of hooks run alone. */
async function probeHealthy(target: Target, service: ServiceName, count: number): Promise<void> {
  const parts: readonly ProbePart[] = [
    { name: "scenarios", phases: SCENARIOS },
    { name: "cases", phases: CASES, hasCases: (it) => it !== "createHook" },
    ...(service === "sandbox" ? [{ name: "hooks", phases: CASES, hasCases: (it: string) => it === "createHook" }] : []),
  ];
  for (const { name, ...part } of parts)
    for (let seed = shard; seed <= count; seed += shards) {
      const keys = listUnique(await target.probe({ seed, ...part })).map(createKey);
      state.healthy[service] = { ...state.healthy[service], [`${name} ${seed}`]: keys };
      writeState(file, state);
      process.stdout.write(`${service}, ${name}, seed ${seed}: ${keys.length} findings ${keys.join("; ")}\n`);
    }
}

async function measureDefects(target: Target, service: ServiceName, defects: readonly Defect[]): Promise<void> {
  const healthy = new Set(Object.values(state.healthy[service] ?? {}).flat());
  for (const defect of defects) {
    if (state.results[defect.id] !== undefined) continue;
    const result = await measureDefect(target, defect, healthy);
    state.results[defect.id] = result;
    writeState(file, state);
    const [first] = result.findings;
    process.stdout.write(`${result.verdict}  ${defect.id}  ${first?.message ?? ""}\n`);
  }
}

async function measureDefect(target: Target, defect: Defect, healthy: ReadonlySet<string>): Promise<DefectResult> {
  let isProvoked = false;
  const edits = createEdits(defect, () => {
    isProvoked = true;
  });
  const isOfOperation = createOwnTest(defect);
  const isOwn = (it: RunFinding): boolean =>
    (isOfOperation(it.operationId) || defect.alsoOn?.includes(it.operationId ?? "") === true) &&
    (defect.names?.test(`${it.code} ${it.message}`) ?? true);
  const isNew = (it: RunFinding): boolean => !healthy.has(createKey(it));
  const isEnough = (it: RunFinding): boolean => !values.whole && isOwn(it) && isNew(it);
  // The first finding ends a run, so scenarios run first. Of the cases, only those of the operation can show its defect.
  // A PATCH may only be accepted again after a PUT.
  const isRestored = (it: string): boolean =>
    defect.operation.method === "PATCH" &&
    it === readOperationId(defect.service, { ...defect.operation, method: "PUT" });
  const hasCases = (it: string): boolean => isOfOperation(it) || isRestored(it);
  const run = { edits, seed: 1, isEnough, hasCases, only: listRelated(defect) };
  const added = (await target.probe({ ...run, phases: SCENARIOS })).filter(isNew);
  if (!added.some(isEnough)) added.push(...(await target.probe({ ...run, phases: CASES })).filter(isNew));
  const own = added.filter(isOwn);
  const others = added.filter((it) => !isOwn(it));
  const unfound: Verdict = others.length > 0 ? "noticed" : isProvoked ? "missed" : "never provoked";
  return { verdict: own.length > 0 ? "found" : unfound, findings: listUnique([...own, ...others]).slice(0, 12) };
}

function listRelated({ service, operation: { path }, alsoOn = [] }: Defect): readonly string[] {
  if (service !== "sandbox") return [];
  const roots = BESIDE[path] ?? [path.split("/").slice(0, 4).join("/")];
  const paths = loadOperations().filter((it) => it.kind === "path" && roots.some((root) => it.path.startsWith(root)));
  const events = path === "/" || path === "/hooks" ? loadOperations().filter(({ kind }) => kind === "webhook") : [];
  // The operation of a request that matches none has no id.
  return [...new Set([...[...paths, ...events].map(({ id }) => id), ...alsoOn])].filter((id) => id !== "");
}

function listUnique(findings: readonly RunFinding[]): readonly RunFinding[] {
  return [...new Map(findings.map((it) => [createKey(it), it])).values()];
}

/** Tells whether a finding is on the operation of the defect, or on a webhook if the defect is one of deliveries. */
function createOwnTest({ service, operation, methods }: Defect): (operationId: string | null) => boolean {
  if (operation.method === "WEBHOOK") return (it) => it !== null && /^onOrder/.test(it);
  const expected = readOperationId(service, operation);
  return (it) => it === expected || (it === null && methods !== undefined);
}

function loadOperations(): NonNullable<typeof operations> {
  operations ??= loadContract("spec/openapi.yaml").operations;
  return operations;
}

function readOperationId(service: ServiceName, { method, path }: Defect["operation"]): string | undefined {
  if (service === "sandbox") return loadOperations().find((it) => it.method === method && it.path === path)?.id;
  const folder = join(tmpdir(), "probe-services", service === "heroes" ? "sqlmodel-heroes" : service);
  const { paths } = parse(readFileSync(join(folder, "spec.json"), "utf8"));
  return paths[path]?.[method.toLowerCase()]?.operationId;
}
