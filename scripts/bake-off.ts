/**
 * Measures this checker, `redocly drift` and openapi-backend on exchanges of public specs. The exchanges come from a generator
 * that shares no code with the checker; Ajv alone decides whether a value is valid.
 *
 *     npx tsx scripts/bake-off.ts SPEC… [--seed 1] [--operations 150] [--mutants 8] [--out bench/BAKE-OFF.md]
 */
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { loadContract } from "../src/check/index.js";
import type { Exchange } from "../src/recording/index.js";
import { makeExchanges, toExchange } from "./bake-off/make-exchanges.js";
import { readPlainSpec } from "./bake-off/plain-spec.js";
import { type CheckedExchange, formatBakeOff, type SpecResult } from "./bake-off/table.js";
import { openapiBackend } from "./mutate/rivals/openapi-backend.js";
import { redoclyDrift } from "./mutate/rivals/redocly-drift.js";
import type { OtherTool, ToolFindings } from "./mutate/rivals/rival.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    operations: { type: "string", default: "150" },
    mutants: { type: "string", default: "8" },
    alone: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const contract: OtherTool = {
  name: "contract",
  checkExchanges: async (spec, exchanges) => {
    const { check } = loadContract(spec);
    return exchanges.map((exchange) => {
      const { findings, verdict, reasons } = check(exchange);
      const errors = findings.filter(({ level }) => level === "error");
      return verdict === "skipped"
        ? undefined
        : [
            ...errors.map(({ code, message }) => `${code}: ${message}`),
            ...(verdict === "partial" ? reasons.map((it) => `partial: ${it}`) : []),
          ];
    });
  },
};

const tools = values.alone ? [contract] : [contract, redoclyDrift, openapiBackend];
const results: SpecResult[] = [];
for (const file of positionals) results.push(await measureSpec(file));
const text = formatBakeOff(results, Number(values.seed));
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);

async function measureSpec(file: string): Promise<SpecResult> {
  const spec = await readPlainSpec(file);
  const size = { operations: Number(values.operations), mutants: Number(values.mutants) };
  const made = makeExchanges(spec, Number(values.seed), size);
  const labelled = made.flatMap(({ clean, broken }) => [{ label: "clean", exchange: clean }, ...broken]);
  const exchanges = labelled.map(({ exchange }, index) => toExchange(exchange, index));
  const checked: CheckedExchange[] = labelled.map(({ label }, index) => ({
    label,
    request: formatRequest(exchanges[index]),
    findings: new Map(),
  }));
  for (const { name, checkExchanges } of tools) {
    const findings = await checkOrExplain(() => checkExchanges(file, exchanges));
    for (const [index, it] of checked.entries())
      it.findings.set(name, typeof findings === "string" ? findings : findings[index]);
  }
  return { spec: basename(file), operations: made.length, checked };
}

async function checkOrExplain(
  check: () => Promise<readonly ToolFindings[]>,
): Promise<readonly ToolFindings[] | string> {
  try {
    return await check();
  } catch (error) {
    return String(error).split("\n")[0] ?? "";
  }
}

function formatRequest(exchange: Exchange | undefined): string {
  return exchange === undefined ? "" : `${exchange.request.method} ${new URL(exchange.request.url).pathname}`;
}
