/**
 * Weighs the changes between two specs by 50,000 exchanges with ten planted consumers, and writes the table to bench/DIFF.md.
 * Fails if a number differs from what was planted.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createTrafficWeigher, type DiffTraffic, diffDocuments } from "../src/diff/index.js";
import { type JsonObject, loadDocument } from "../src/document/index.js";
import { createEntryAccelerator, createFastValidator } from "../src/fast/index.js";
import { openRecording, parseConsumerRule, readRecording } from "../src/recording/index.js";
import { edited } from "../test/diff/case.js";
import {
  createPlantedHar,
  createPlantedTraffic,
  NEW_SPEC_EDIT,
  OLD_SPEC,
} from "../test/diff/traffic/planted-traffic.js";
import { getWeightKey } from "../test/diff/traffic/weight-key.js";
import { writeSection } from "./diff-pairs/write-section.js";

const COUNT = 50_000;

const { lines, expected } = createPlantedTraffic(COUNT);
const old = OLD_SPEC as unknown as JsonObject;
const load = (name: string, spec: JsonObject) => loadDocument(name, () => JSON.stringify(spec));
const documents = { old: load("old.json", old), new: load("new.json", edited(old, NEW_SPEC_EDIT)) };
const { findings } = diffDocuments(documents);
const rule = parseConsumerRule("header:X-Client-Id");
const folder = mkdtempSync(join(tmpdir(), "diff-traffic-"));

type Weighed = { readonly traffic: DiffTraffic; readonly seconds: number; readonly settled: number };

/** Weighs a recording in one pass, as `contract diff` does. */
async function weighRecording(name: string, text: string): Promise<Weighed> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const start = process.cpuUsage();
  const weigher = createTrafficWeigher(documents, findings, { consumers: rule === undefined ? [] : [rule] });
  let settled = 0;
  for await (const readings of readRecording(openRecording(file), {
    accelerator: createEntryAccelerator(
      weigher.createRawBodyValidator(createFastValidator(weigher.newContract, () => false)),
    ),
  }))
    for (const it of readings) {
      if (it.kind === "settled") settled += 1;
      if (it.kind !== "unreadable") weigher.add(it.exchange, it.kind === "settled" ? it.outcome : undefined);
    }
  const { user, system } = process.cpuUsage(start);
  return { traffic: weigher.weigh(), seconds: (user + system) / 1e6, settled };
}

/** Nine of ten exchanges are one that both specs accept, as in most recordings. */
const quiet = lines.find((line) => line.includes('"note":"short"')) ?? "";
const mostlyPassing = lines.map((line, index) => (index % 10 === 0 ? line : quiet));

const runs = {
  ndjson: await weighRecording("traffic.ndjson", `${lines.join("\n")}\n`),
  har: await weighRecording("traffic.har", createPlantedHar(lines)),
  passing: await weighRecording("passing.har", createPlantedHar(mostlyPassing)),
};
rmSync(folder, { recursive: true });
const { traffic } = runs.ndjson;
const isSameInHar = isDeepStrictEqual(runs.har.traffic, traffic);

let wrong = 0;
const rows = findings.flatMap((finding) => {
  const found = traffic.findings.get(finding.fingerprint);
  if (found === undefined) return [];
  const key = getWeightKey(finding);
  const planted = expected.get(key);
  const isExact =
    found.exchanges === (planted?.exchanges ?? 0) &&
    found.firstSeen === planted?.firstSeen &&
    found.lastSeen === planted?.lastSeen &&
    found.consumers.length === (planted?.consumers.size ?? 0) &&
    found.consumers.every(({ name, exchanges }) => planted?.consumers.get(name) === exchanges);
  if (!isExact) wrong += 1;
  const consumers = found.consumers.map(({ name, exchanges }) => `${name ?? "unknown"} ${exchanges}`).join(", ");
  return [
    `| \`${key}\` | ${found.basis} | ${planted?.exchanges ?? 0} | ${found.exchanges} of ${found.of} | ${consumers || "not seen"} | ${isExact ? "yes" : "**no**"} |`,
  ];
});
const formatRun = ({ seconds, settled }: Weighed): string =>
  `${seconds.toFixed(1)} s, ${settled} exchanges checked from their bytes`;
const text = `## Weighed by traffic

\`npx tsx scripts/bench-diff-traffic.ts\` weighs the changes of \`test/diff/traffic\` by ${COUNT} exchanges with ten planted consumers.
Eight have a name, the name of one is an address and is hashed, and one has no name. Exact means: the exchanges, each consumer's exchanges, and the
first and last time equal what was planted.

- Refused without a reported reason: ${traffic.unexplained}.
- CPU time of one pass over the recording as NDJSON: ${formatRun(runs.ndjson)}.
- As HAR: ${formatRun(runs.har)}; ${isSameInHar ? "with the same result" : "**with another result**"}.
- As HAR, if nine of ten exchanges are accepted by both specs: ${formatRun(runs.passing)}.
- Memory, with the lines of the generator: ${Math.round(process.memoryUsage.rss() / 1e6)} MB.

| change | basis | planted | found, of the operations' exchanges | consumers | exact |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
writeSection(text);
process.stdout.write(`${rows.length - wrong} of ${rows.length} rows are exact\n`);
process.exitCode = wrong === 0 && isSameInHar ? 0 : 1;
