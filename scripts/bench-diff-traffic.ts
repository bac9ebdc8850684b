/**
 * Weighs the changes between two specs by 50,000 exchanges with ten planted consumers, and writes the table to bench/DIFF.md.
 * Fails if a number differs from what was planted.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTrafficWeigher, diffDocuments } from "../src/diff/index.js";
import { type JsonObject, loadDocument } from "../src/document/index.js";
import { openRecording, parseConsumerRule, readRecording } from "../src/exchange/index.js";
import { edited } from "../test/diff/case.js";
import { createPlantedTraffic, NEW_SPEC_EDIT, OLD_SPEC } from "../test/diff/traffic/planted-traffic.js";
import { getWeightKey } from "../test/diff/traffic/weight-key.js";

const COUNT = 50_000;
const OUT = "bench/DIFF.md";
const HEAD = "\n## Weighed by traffic\n";

const { lines, expected } = createPlantedTraffic(COUNT);
const old = OLD_SPEC as unknown as JsonObject;
const load = (name: string, spec: JsonObject) => loadDocument(name, () => JSON.stringify(spec));
const documents = { old: load("old.json", old), new: load("new.json", edited(old, NEW_SPEC_EDIT)) };
const { findings } = diffDocuments(documents);
const rule = parseConsumerRule("header:X-Client-Id");
const weigher = createTrafficWeigher(documents, findings, { consumers: rule === undefined ? [] : [rule] });
const folder = mkdtempSync(join(tmpdir(), "diff-traffic-"));
const file = join(folder, "traffic.ndjson");
writeFileSync(file, `${lines.join("\n")}\n`);
const start = process.cpuUsage();
try {
  for await (const readings of readRecording(openRecording(file)))
    for (const it of readings) if (it.kind === "exchange") weigher.add(it.exchange);
} finally {
  rmSync(folder, { recursive: true });
}
const { user, system } = process.cpuUsage(start);
const traffic = weigher.weigh();

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
const seconds = (user + system) / 1e6;
const text = `${HEAD}
\`npx tsx scripts/bench-diff-traffic.ts\` weighs the changes of \`test/diff/traffic\` by ${COUNT} exchanges with ten planted consumers.
Eight have a name, the name of one is an address and is hashed, and one has no name. Exact means: the exchanges, each consumer's exchanges, and the
first and last time equal what was planted.

- Refused without a reported reason: ${traffic.unexplained}.
- CPU time of one pass over the recording: ${seconds.toFixed(1)} s.
- Memory, with the lines of the generator: ${Math.round(process.memoryUsage.rss() / 1e6)} MB.

| change | basis | planted | found, of the operations' exchanges | consumers | exact |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
const [before = "", after = ""] = readFileSync(OUT, "utf8").split(HEAD);
const rest = /\n## [\s\S]*$/.exec(after)?.[0] ?? "";
writeFileSync(OUT, `${before}${text}${rest}`);
process.stdout.write(`${text}${rows.length - wrong} of ${rows.length} rows are exact\n`);
process.exitCode = wrong === 0 ? 0 : 1;
