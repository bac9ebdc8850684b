import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../src/library/index.js";
import { FORMATS } from "../../src/report/index.js";
import { entry, folderWith, har } from "../cli/command.js";

const ROOT = join(import.meta.dirname, "../..");
const { createTally, loadContract, outcomeOf, readExchanges, reportAs } = library;
const LIBRARY = join(ROOT, "test/cases/library.yaml");

describe("commerce-contract/gate", () => {
  test("has what a program needs, each of it in docs/library.md, and nothing else", () => {
    const page = readFileSync(join(ROOT, "docs/library.md"), "utf8");
    const names = Object.keys(library);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
    expect(names.sort()).toEqual([
      "CODES",
      "DocumentError",
      "RecordingError",
      "ServerError",
      "createTally",
      "exchangeOfFetch",
      "loadContract",
      "outcomeOf",
      "readExchanges",
      "recordFetch",
      "reportAs",
    ]);
  });

  test("reads recordings, and tells what is none beside them", async () => {
    const folder = folderWith({ "a.har": har(entry(), null), "b/c.har": har(entry()), "no.txt": "" });
    const kinds: string[] = [];
    for await (const reading of readExchanges(folder)) kinds.push(reading.kind);
    expect(kinds).toEqual(["exchange", "unreadable", "exchange"]);
    const first = await readExchanges([join(folder, "nowhere.har")])
      .next()
      .catch((error: unknown) => error);
    expect(first).toBeInstanceOf(library.RecordingError);
  });

  test.each(Object.keys(FORMATS) as library.FormatName[])("tells a report as %s, in this package's name", (format) => {
    const report = createTally(loadContract(LIBRARY)).report();
    const text = reportAs(format, report, outcomeOf(report));
    expect(text).toMatch(/no exchanges|unjudged|Library/);
  });

  test("a run that has not seen everything is unjudged, unless that is allowed", () => {
    const seen = createTally(loadContract(LIBRARY)).report();
    const report = { ...seen, summary: { ...seen.summary, exchanges: 1, partial: 1 } };
    expect(outcomeOf(report).kind).toBe("unjudged");
    expect(outcomeOf(report, { allowPartial: true }).kind).toBe("holds");
  });

  test("says what it wants where JavaScript gives it something else", () => {
    const load = loadContract as (path?: unknown) => unknown;
    expect(() => load()).toThrow(/takes the path of an OpenAPI description in YAML or JSON, and got undefined/);
  });
});
