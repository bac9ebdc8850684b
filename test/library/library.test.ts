import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../src/library/index.js";
import { REPORT_FORMATS } from "../../src/report/index.js";
import { createFolder, createHar, createHarEntry } from "../cli/run-contract.js";

const ROOT = join(import.meta.dirname, "../..");
const { createReportBuilder, loadContract, computeOutcome, readExchanges, formatReport } = library;
const LIBRARY = join(ROOT, "test/cases/library.yaml");

describe("commerce-contract/check", () => {
  test("exports what a program needs, each documented in docs/library.md, and nothing else", () => {
    const page = readFileSync(join(ROOT, "docs/library.md"), "utf8");
    const names = Object.keys(library);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
    expect(names.sort()).toEqual([
      "CODES",
      "DocumentError",
      "RecordingError",
      "ServerError",
      "computeOutcome",
      "createFetchExchange",
      "createReportBuilder",
      "formatReport",
      "loadContract",
      "readExchanges",
      "recordFetch",
    ]);
  });

  test("reads recordings, and reports unreadable entries between them", async () => {
    const folder = createFolder({
      "a.har": createHar(createHarEntry(), null),
      "b/c.har": createHar(createHarEntry()),
      "no.txt": "",
    });
    const kinds: string[] = [];
    for await (const reading of readExchanges(folder)) kinds.push(reading.kind);
    expect(kinds).toEqual(["exchange", "unreadable", "exchange"]);
    const first = await readExchanges([join(folder, "nowhere.har")])
      .next()
      .catch((error: unknown) => error);
    expect(first).toBeInstanceOf(library.RecordingError);
  });

  test.each(Object.keys(REPORT_FORMATS) as library.FormatName[])(
    "formats a report as %s, with the name of this package",
    (format) => {
      const report = createReportBuilder(loadContract(LIBRARY)).report();
      const text = formatReport(format, report, computeOutcome(report));
      expect(text).toMatch(/no exchanges|unjudged|Library/);
    },
  );

  test("an incomplete run is inconclusive, unless that is allowed", () => {
    const seen = createReportBuilder(loadContract(LIBRARY)).report();
    const report = { ...seen, summary: { ...seen.summary, exchanges: 1, partial: 1 } };
    expect(computeOutcome(report).kind).toBe("inconclusive");
    expect(computeOutcome(report, { allowPartial: true }).kind).toBe("passed");
  });

  test("rejects an argument of the wrong type with a TypeError", () => {
    const load = loadContract as (path?: unknown) => unknown;
    expect(() => load()).toThrow(/expects the path of an OpenAPI document in YAML or JSON, got undefined/);
  });
});
