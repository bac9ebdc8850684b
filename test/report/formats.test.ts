import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { computeOutcome } from "../../src/check/index.js";
import { type FormatName, REPORT_FORMATS, type ReportInput } from "../../src/report/index.js";
import { createInvalidTraffic } from "./broken-traffic.js";
import { createReportInput, withReproduction } from "./report-input.js";
import { junitProblems, lineProblems, sarifProblems } from "./validators.js";

const COMMERCE = join(import.meta.dirname, "../../spec/openapi.yaml");

type Sarif = {
  readonly runs: readonly [
    {
      readonly invocations: readonly [
        { readonly exitCode: number; readonly toolExecutionNotifications: readonly object[] },
      ];
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly Result[];
    },
  ];
};
type Result = {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly baselineState?: string;
  readonly suppressions?: readonly { readonly justification: string }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly [{ readonly physicalLocation: Physical }];
  readonly relatedLocations?: readonly [
    { readonly id: number; readonly physicalLocation?: Physical; readonly message: { readonly text: string } },
  ];
  readonly properties?: { readonly findings?: readonly string[] };
};
type Physical = {
  readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
  readonly region?: { readonly startLine: number; readonly startColumn: number };
};

const sarif = (input: ReportInput): Sarif["runs"][0] => (JSON.parse(REPORT_FORMATS.sarif(input)) as Sarif).runs[0];

describe("formats", () => {
  let input: ReportInput;
  let partial: ReportInput;
  beforeAll(async () => {
    input = await createReportInput(createInvalidTraffic(), {
      spec: COMMERCE,
      coverage: { parameters: 90, operations: 50 },
      allowPartial: true,
    });
    const whole = await createReportInput(createInvalidTraffic(), { spec: COMMERCE });
    const report = { ...whole.report, runErrors: ["other.har: the file ends early"] };
    partial = { ...whole, report, outcome: computeOutcome(report) };
  });

  test("the tested traffic has many kinds of violations", () => {
    expect(input.report.summary.findings).toEqual({ error: 10, warn: 8 });
    expect([input.outcome.kind, partial.outcome.kind]).toEqual(["failed", "failed"]);
    expect(partial.outcome.reasons).toEqual(["other.har: the file ends early"]);
  });

  test("each gives the same bytes for the same run, and ends its last line", () => {
    for (const [name, format] of Object.entries(REPORT_FORMATS)) {
      expect(format(input), name).toBe(format(structuredCloneOf(input)));
      expect(format(input).endsWith("\n"), name).toBe(true);
    }
  });

  test("ndjson: a head, a line for each finding, the outcome, each as in the schema", () => {
    const lines = REPORT_FORMATS.ndjson(input)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => Object.keys(line).join())).toEqual(["head", ...Array(18).fill("finding"), "outcome"]);
    expect(lines.flatMap(lineProblems)).toEqual([]);
    expect(lines.slice(1, -1).map(({ finding }) => finding)).toEqual(JSON.parse(JSON.stringify(input.report.findings)));
    expect(lineProblems({ ...lines[0], finding: {} })).not.toEqual([]);
  });

  test("junit: matches the schema, its counts are those of its cases", async () => {
    for (const run of [input, partial]) {
      const xml = REPORT_FORMATS.junit(run);
      const [, tests, failures, errors] = /tests="(\d+)" failures="(\d+)" errors="(\d+)" time="0">/.exec(xml) ?? [];
      const count = (tag: string): string => String(xml.split(`<${tag} `).length - 1);
      expect([tests, failures, errors]).toEqual([count("testcase"), count("failure"), count("error")]);
    }
    expect(await junitProblems(...[input, partial].map(REPORT_FORMATS.junit))).toEqual([]);
    expect(await junitProblems(REPORT_FORMATS.junit(input).replace('time="0"', 'time="-1"'))).not.toEqual([]);
  });

  test("junit: errors fail, drift is skipped, an operation without either passes, thresholds and reasons are cases", () => {
    const xml = REPORT_FORMATS.junit(input);
    const failed = [...xml.matchAll(/<failure type="([^"]+)"/g)].map(([, type]) => type);
    expect(failed.filter((type) => type !== "coverage")).toHaveLength(10);
    expect(xml.split("<skipped").length - 1).toBe(8 + 1);
    expect(xml).toContain('<testcase classname="commerce-contract.createToken" name="matches the spec" time="0"/>');
    expect(xml).not.toContain('<testcase classname="commerce-contract.getOrder" name="matches the spec"');
    expect(xml).toContain('name="coverage of operations" time="0"/>');
    expect(xml).toMatch(/name="coverage of parameters" time="0">\s*<failure type="coverage" message="62.5 %/);
    expect(REPORT_FORMATS.junit(partial)).toMatch(
      /<error type="not-checked" message="other.har: the file ends early">/,
    );
    const strict = REPORT_FORMATS.junit({ ...input, failOn: "warn" });
    expect(strict.split("<failure").length - 1).toBe(18 + 1);
    expect(xml.match(/<skipped type="[^"]*" message="drift: /g)).toHaveLength(8);
    expect(strict).not.toContain("drift: ");
    expect(REPORT_FORMATS.junit({ ...input, failOn: "never" }).split("<failure").length - 1).toBe(1);
  });

  test("findings of the probe have the commands to reproduce them, in every format", () => {
    const again = {
      curl: "curl -sS -i http://127.0.0.1/x",
      probe: "contract probe http://127.0.0.1 --case b/getOrder-7",
    };
    const lines: Readonly<Record<FormatName, RegExp>> = {
      text: /^ +reproduce +contract probe \S+ --case b\/getOrder-7\n +reproduce +curl -sS -i http/m,
      json: /"reproduce": \{\n +"curl": "curl -sS/,
      ndjson: /"reproduce":\{"curl":"curl -sS/,
      junit: /^to reproduce\ncontract probe .*\ncurl -sS -i http/m,
      sarif: /; to reproduce: contract probe http/,
      github: /%0Acontract probe http:/,
      markdown: /^To reproduce\n\n```sh\ncontract probe .*\ncurl -sS -i .*\n```$/m,
      html: /To reproduce<.*contract probe .*curl -sS/,
    };
    for (const [name, format] of Object.entries(REPORT_FORMATS) as [FormatName, (input: ReportInput) => string][]) {
      expect(format(withReproduction(input, again)), name).toMatch(lines[name]);
      expect(format(input), name).not.toMatch(lines[name]);
    }
  });

  test("text: a very long command is left out beside that of its case, but other formats have it", () => {
    const [curl, probe] = [
      `curl -sS -i http://127.0.0.1/x --data-raw ${"a".repeat(1000)}`,
      "contract probe --case b/a",
    ];
    const again = withReproduction(input, { curl, probe });
    expect(REPORT_FORMATS.text(again)).toContain(probe);
    expect(REPORT_FORMATS.text(again)).not.toContain("curl");
    expect(REPORT_FORMATS.markdown(again)).toContain(curl);
  });

  test("sarif: matches the schema of OASIS, and the additional requirements of GitHub", () => {
    for (const run of [input, partial]) {
      expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(run)))).toEqual([]);
      const { results, tool } = sarif(run);
      expect(results.length).toBeGreaterThanOrEqual(16);
      for (const { locations, ruleIndex, ruleId } of results) {
        expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
        const { artifactLocation, region } = locations[0].physicalLocation;
        expect(artifactLocation).toMatchObject({ uri: expect.stringMatching(/^spec\//), uriBaseId: "%SRCROOT%" });
        expect(region?.startLine).toBeGreaterThan(0);
      }
      const hashes = results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
      expect(new Set(hashes).size).toBe(results.length);
    }
    expect(sarifProblems({ ...JSON.parse(REPORT_FORMATS.sarif(input)), version: "2.0" })).not.toEqual([]);
  });

  test("sarif: the line of the spec, the exchange, the exit code and what could not be checked", () => {
    const found = sarif(input).results.find(({ ruleId }) => ruleId === "response.status.undocumented");
    expect(found).toMatchObject({
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "spec/paths/businesses_%7BbusinessId%7D_orders_%7BorderId%7D.yaml" },
            region: { startLine: 139, startColumn: 3 },
          },
        },
      ],
      relatedLocations: [{ message: { text: "exchange 30 of traffic.har" } }],
    });
    expect(sarif(input).invocations[0].exitCode).toBe(1);
    expect(sarif(partial).invocations[0]).toMatchObject({
      exitCode: 1,
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error" }, { level: "note" }],
    });
  });

  test("sarif: with a baseline, findings are new or unchanged, accepted ones are suppressed, fixed ones are absent", async () => {
    const [first] = input.report.findings;
    const waivers = [
      { fingerprint: first?.fingerprint ?? "", reason: "agreed with billing", ticket: "B-7" },
      { fingerprint: "0123456789abcdef", code: "response.body.invalid", operation: "getOrder", reason: "old" },
    ];
    const context = await createReportInput(createInvalidTraffic(), { spec: COMMERCE, waivers });
    expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(context)))).toEqual([]);
    const states = sarif(context).results.map(({ baselineState = "none" }) => baselineState);
    const count = (state: string): number => states.filter((it) => it === state).length;
    expect([count("new"), count("unchanged"), count("absent")]).toEqual([15, 1, 1]);
    const [known] = sarif(context).results.filter(({ baselineState }) => baselineState === "unchanged");
    expect(known?.suppressions).toEqual([
      { kind: "external", status: "accepted", justification: "agreed with billing (B-7)" },
    ]);
    expect(REPORT_FORMATS.junit(context)).toMatch(
      /<skipped type="[^"]+" message="[^"]+\(accepted: agreed with billing \(B-7\)\)"/,
    );
  });

  test("json and sarif: findings with one cause are together, with the places of all", () => {
    const cause = { code: "response.body.invalid", level: "error", keyword: "type" } as const;
    const contract = { file: "spec/openapi.yaml", line: 3, column: 1, pointer: "/components/schemas/Price/type" };
    const [first] = input.report.findings;
    if (first === undefined) throw new Error("there are no findings");
    const { state: _, ...base } = { ...first, ...cause, contract };
    const createFinding = (fingerprint: string, more: object = {}) => ({
      ...base,
      operationId: fingerprint,
      fingerprint,
      ...more,
    });
    const findings = [
      createFinding("a"),
      createFinding("b"),
      createFinding("other keyword", { keyword: "format" }),
      createFinding("other place", { contract: { ...contract, pointer: "/components/schemas/Name/type" } }),
      createFinding("other level", { level: "warn" }),
    ];
    const run = { ...input, diagnostics: [], report: { ...input.report, findings } };
    const { causes } = JSON.parse(REPORT_FORMATS.json(run));
    const groups = [["a", "b"], ["other keyword"], ["other place"], ["other level"]];
    expect(causes.map((it: { readonly findings: unknown }) => it.findings)).toEqual(groups);
    const { results } = sarif(run);
    expect(
      results.map(({ properties, partialFingerprints: own }) => properties?.findings ?? [own["contractFinding/v2"]]),
    ).toEqual(groups);
    expect(results[0]).toMatchObject({ message: { text: expect.stringContaining("(2 findings of one cause: a, b)") } });
    expect(results[0]?.locations).toHaveLength(1);
    expect(results[0]?.relatedLocations?.map(({ id }) => id)).toEqual([1, 2]);
    expect(sarifProblems(JSON.parse(REPORT_FORMATS.sarif(run)))).toEqual([]);
  });

  test("sarif: at most 5000 results, errors first, with the number of omitted ones", () => {
    const [error, warn] = ["error", "warn"].map((level) => input.report.findings.find((it) => it.level === level));
    if (error === undefined || warn === undefined) throw new Error("there are no findings");
    const findings = [warn, error].flatMap((it) =>
      Array.from({ length: 3000 }, (_, index) => ({ ...it, keyword: String(index) })),
    );
    const run = sarif({ ...input, diagnostics: [], report: { ...input.report, findings } });
    expect(run.results).toHaveLength(5000);
    expect(run.results.filter(({ level }) => level === "error")).toHaveLength(3000);
    expect(JSON.stringify(run.invocations)).toContain("1000 more results");
  });

  test("github: annotations on the right line, ten of a kind, and the verdict", () => {
    const lines = REPORT_FORMATS.github(input).trimEnd().split("\n");
    const kinds = lines.map((line) => /^::(error|warning|notice) /.exec(line)?.[1]);
    expect(kinds.filter((kind) => kind === "error")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "warning")).toHaveLength(8);
    expect(kinds).not.toContain(undefined);
    expect(lines.at(-1)).toMatch(/^::error title=contract::Failed: the traffic violates the spec of .* in 10 places/);
    expect(lines).toContainEqual(expect.stringMatching(/^::error title=more::and \d+ more errors/));
    expect(REPORT_FORMATS.github(input)).toMatch(
      /::error title=response.body.invalid,file=spec\/components\/schemas\/Order.yaml,line=18,col=5::\/taxExempted: expected boolean, got string "no"%0A/,
    );
  });

  test("markdown: verdict, counts, findings with their part of the spec, coverage; within its size limit", () => {
    const text = REPORT_FORMATS.markdown(input);
    for (const part of [
      "## ✗ Failed: the traffic violates the spec of",
      "9 exchanges: 79 passed, 8 failed, 1 partial because fields are not recorded, 1 skipped",
      "    18 │ type: boolean",
      "<summary>Coverage</summary>",
    ])
      expect(text).toContain(part);
    expect(text.split("<details").length).toBe(text.split("</details>").length);
    const findings = Array.from({ length: 100 }, () => input.report.findings).flat();
    const long = REPORT_FORMATS.markdown({ ...input, report: { ...input.report, findings } });
    expect(long.length).toBeLessThanOrEqual(65_536);
    expect(long.length).toBeGreaterThan(50_000);
    const shown = long.split("Recording `").length - 1;
    expect(long).toContain(`and ${findings.length - shown} more findings`);
    expect(long.split("<details").length).toBe(long.split("</details>").length);
  });
});

/** Copies the input deeply. */
function structuredCloneOf(input: ReportInput): ReportInput {
  return { ...input, report: structuredClone(input.report), diagnostics: structuredClone(input.diagnostics) };
}
