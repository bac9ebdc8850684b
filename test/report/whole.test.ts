/** Snapshots of each format, for a run with many findings. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FormatName, REPORT_FORMATS } from "../../src/report/index.js";
import { createInvalidTraffic } from "./broken-traffic.js";
import { createReportInput, withReproduction } from "./report-input.js";

const ROOT = join(import.meta.dirname, "../../");
const COMMERCE = join(ROOT, "spec/openapi.yaml");
const input = await createReportInput(createInvalidTraffic(), {
  spec: COMMERCE,
  coverage: { parameters: 90, operations: 50 },
  allowPartial: true,
  waivers: [{ fingerprint: "0123456789abcdef", code: "response.body.invalid", operation: "getOrder", reason: "old" }],
});
const doubtful = await createReportInput(createInvalidTraffic(), { spec: COMMERCE, failOn: "warn" });

/** Formats for which one run covers everything. */
const PARSED = new Set<FormatName>(["json", "ndjson", "sarif", "html"]);

test.each(Object.keys(REPORT_FORMATS) as FormatName[])("%s", async (name) => {
  const again = { curl: "curl -sS http://127.0.0.1/x", probe: "contract probe http://127.0.0.1 --case b/getOrder-7" };
  const runs = PARSED.has(name) ? [input] : [input, doubtful, withReproduction(input, again)];
  const texts = runs.map((run) => shortened(REPORT_FORMATS[name](run)));
  await expect(texts.join("\n=====\n")).toMatchFileSnapshot(join(import.meta.dirname, `whole/${name}.txt`));
});

/** Removes the scripts and styles of pages, which other tests cover. */
function shortened(text: string): string {
  return text
    .replaceAll(ROOT, "")
    .replaceAll(/(<(script|style)[^>]*>)[\s\S]*?(<\/\2>)/g, "$1$3")
    .replaceAll(/sha256-[\w+/=]+/g, "sha256");
}
