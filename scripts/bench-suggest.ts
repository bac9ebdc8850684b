/**
 * Measures `contract suggest --new` on recordings of other people, beside other tools. A recording counts if it has JSON
 * or forms. `scripts/suggest/fetch-recordings.ts` fetches the recordings.
 *
 *     npx tsx scripts/bench-suggest.ts FOLDER/opened FOLDER/held-out --tools NODE_FOLDER --mitmproxy2swagger PATH [--out bench/SUGGEST.md]
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { measureRecording, type RecordingResult } from "./suggest/measure.js";
import { isDataEntry, readSpecFile } from "./suggest/spec-file.js";
import { formatReport } from "./suggest/tables.js";
import { loadTools, SUGGEST } from "./suggest/tools.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tools: { type: "string" }, mitmproxy2swagger: { type: "string" }, out: { type: "string" } },
});
const { tools: packages, mitmproxy2swagger = "mitmproxy2swagger" } = values;
const tools = packages === undefined ? [SUGGEST] : await loadTools({ packages, mitmproxy2swagger });
const sets = [];
for (const root of positionals) {
  const collections = [];
  for (const name of readdirSync(root).sort())
    collections.push({ name, results: await measureCollection(join(root, name)) });
  sets.push({ name: basename(root), collections });
}
const text = formatReport(
  sets,
  tools.map(({ name }) => name),
);
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);

async function measureCollection(root: string): Promise<readonly RecordingResult[]> {
  const results: RecordingResult[] = [];
  for (const name of readdirSync(root).sort()) {
    const path = join(root, name);
    if (!(readSpecFile(path).log?.entries ?? []).some(isDataEntry)) continue;
    const folder = mkdtempSync(join(tmpdir(), "suggest-"));
    try {
      results.push(await measureRecording(path, `${basename(root)}/${name}`, { tools, folder }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return results;
}
