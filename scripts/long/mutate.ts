/**
 * `npm run long mutate`: applies each mutation operator to exchanges that pass, and measures which tools detect the mutants.
 * The exchanges come from the test cases and recordings, and one is generated for each response of the public specs in test/material.
 *
 * Options:
 * - `--seed 1`: the same options give the same table
 * - `--most 2`: mutants per operator and exchange
 * - `--prism 1200`: mutants for the Prism proxy, which is slow
 * - `--alone`: without the other tools, which are otherwise installed in a temporary folder
 * - `--out bench/MUTATION.md`
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Contract } from "../../src/check/index.js";
import type { Document } from "../../src/document/index.js";
import { writeHar } from "../../src/recording/index.js";
import { VENDORED_SPECS } from "../../test/material/specs.js";
import { createRandomExchanges, loadContracts, readCleanExchanges, readExchangesOf, SPECS } from "./mutate/clean.js";
import type { Clean, Mutant } from "./mutate/mutant.js";
import { createOperators, mutate } from "./mutate/operators.js";
import { createOracle } from "./mutate/oracle.js";
import { sample, seededRandom } from "./mutate/random.js";
import { openapiBackend } from "./mutate/rivals/openapi-backend.js";
import { prismProxy } from "./mutate/rivals/prism-proxy.js";
import { redoclyDrift } from "./mutate/rivals/redocly-drift.js";
import type { OtherTool, ToolFindings } from "./mutate/rivals/rival.js";
import { type Column, formatMutationPage, type Run } from "./mutate/table.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    most: { type: "string", default: "2" },
    prism: { type: "string", default: "1200" },
    alone: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const own = loadContracts();
const ownRun = await runMutations(own, SPECS, {
  clean: await readCleanExchanges(own),
  otherTools: [redoclyDrift, prismProxy, openapiBackend],
});
const publicContracts = loadContracts(VENDORED_SPECS);
const publicRun = await runMutations(publicContracts, VENDORED_SPECS, {
  clean: createRandomExchanges(publicContracts, Number(values.seed)),
  otherTools: [redoclyDrift, openapiBackend],
});

const page = formatMutationPage(ownRun, publicRun);
if (values.out !== undefined) writeFileSync(values.out, page);
process.stdout.write(page);

type MutationInput = { readonly clean: readonly Clean[]; readonly otherTools: readonly OtherTool[] };
type Contracts = ReadonlyMap<string, Contract>;
type Specs = Readonly<Record<string, string>>;

async function runMutations(contracts: Contracts, specs: Specs, { clean, otherTools }: MutationInput): Promise<Run> {
  const documents = new Map([...contracts].map(([name, { document }]) => [name, document]));
  const operators = createOperators(documents);
  const allMutants = [...mutate(operators, clean, { seed: values.seed, most: Number(values.most) })];
  const { mutants, validCount } = await selectViolating(documents, allMutants);
  const columns: Column[] = [];
  for (const otherTool of [createContractTool(contracts), ...(values.alone ? [] : otherTools)])
    columns.push(await createColumn(otherTool, specs, { clean, mutants }));
  return { operators, clean, mutants, validCount, columns, options: values };
}

/** Leaves out mutants that conform to the spec according to an independent validator. */
async function selectViolating(
  documents: ReadonlyMap<string, Document>,
  all: readonly Mutant[],
): Promise<{ mutants: Mutant[]; validCount: number }> {
  const isValid = await createOracle(documents);
  const violating: Mutant[] = [];
  for (const mutant of all) {
    const { claim, clean: base } = mutant;
    if (claim === undefined || !(await isValid(base.contract, claim))) violating.push(mutant);
  }
  return { mutants: violating, validCount: all.length - violating.length };
}

/** Creates the row of `contract check`, which gets a HAR like the other tools. */
function createContractTool(contracts: Contracts): OtherTool {
  return {
    name: "contract",
    checkExchanges: async (spec, exchanges) => {
      const folder = mkdtempSync(join(tmpdir(), "mutate-"));
      const path = join(folder, "traffic.har");
      writeFileSync(path, writeHar(exchanges, { startedAt: "2026-03-14T12:30:00.000Z" }));
      const read = await readExchangesOf(path);
      rmSync(folder, { recursive: true });
      const contract = [...contracts.values()].find(({ document }) => document.path === spec);
      return read.map((exchange) => {
        const findings = contract?.check(exchange).findings ?? [];
        return findings.map(({ code, level, message }) => `${level} ${code} ${message}`);
      });
    },
  };
}

async function createColumn(
  otherTool: OtherTool,
  specs: Specs,
  { clean, mutants }: { clean: readonly Clean[]; mutants: readonly Mutant[] },
): Promise<Column> {
  const isSlow = otherTool === prismProxy;
  const given = isSlow ? sample(seededRandom(`${values.seed} prism`), mutants, Number(values.prism)) : mutants;
  const alarms = new Map<Clean, ToolFindings>();
  const findings = new Map<Mutant, ToolFindings>();
  for (const [name, spec] of Object.entries(specs)) {
    const ours = clean.filter(({ contract }) => contract === name);
    const theirs = given.filter(({ clean: base }) => base.contract === name);
    const exchanges = [...ours, ...theirs].map(({ exchange }) => exchange);
    const all = await otherTool.checkExchanges(spec, exchanges);
    for (const [index, it] of ours.entries()) alarms.set(it, all[index]);
    for (const [index, it] of theirs.entries()) findings.set(it, all[ours.length + index]);
  }
  process.stderr.write(`${otherTool.name}: ${findings.size} mutants checked\n`);
  return { name: otherTool.name, alarms, findings, isSample: isSlow };
}
