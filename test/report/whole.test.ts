/** The text of a run with many findings. variants.test.ts has every other format, of smaller runs. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { REPORT_FORMATS } from "../../src/report/index.js";
import { createInvalidTraffic } from "./broken-traffic.js";
import { createReportInput } from "./report-input.js";
import { BASE, BASE_INPUT } from "./variants/base.js";
import { RUN_CHANGES } from "./variants/runs.js";

const ROOT = join(import.meta.dirname, "../../");

test("the text of a run with many findings", async () => {
  const input = await createReportInput(createInvalidTraffic(), {
    spec: join(ROOT, "spec/openapi.yaml"),
    coverage: { parameters: 90, operations: 50 },
    allowPartial: true,
    waivers: [{ fingerprint: "0123456789abcdef", code: "response.body.invalid", operation: "getOrder", reason: "old" }],
  });
  await expect(REPORT_FORMATS.text(input).replaceAll(ROOT, "")).toMatchFileSnapshot(
    join(import.meta.dirname, "whole.txt"),
  );
});

test("the order of the sections", async () => {
  const variants = ["excluded operations", "operations that accept nothing", "unreadable entries", "coverage"];
  const parts = variants.map((name) => RUN_CHANGES[name]?.report ?? {});
  const report = Object.assign({ ...BASE }, ...parts);
  const text = REPORT_FORMATS.text({ ...BASE_INPUT, report });
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "sections.txt"));
});
