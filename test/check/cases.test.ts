import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CODES, type Contract, loadContract } from "../../src/check/index.js";
import { buildExchange, CASES, getContractFile, listAllBases, listCaseFolders, loadCases } from "./case.js";

const contracts = new Map(
  [...new Set(listAllBases().map(getContractFile))].map((file) => [file, loadContract(join(CASES, file))]),
);
const contractOf = (base: string): Contract => contracts.get(getContractFile(base)) as Contract;

describe("a clean exchange has no finding", () => {
  test.each(listAllBases())("%s", (base) => {
    const { verdict, findings, reasons } = contractOf(base).check(buildExchange(base));
    expect({ verdict, findings, reasons }).toEqual({ verdict: "passed", findings: [], reasons: [] });
  });
});

describe.each(listCaseFolders())("%s", (folder) => {
  test.each(loadCases(folder))("%s", (_, { base, edit, levels, verdict, findings }) => {
    const contract =
      levels === undefined ? contractOf(base) : loadContract(join(CASES, getContractFile(base)), { levels });
    if (levels !== undefined) expect(contract.check(buildExchange(base)).findings).toEqual([]);
    const result = contract.check(buildExchange(base, edit));
    const found = result.findings.map(({ code, contract: { pointer }, recording }) => ({
      code,
      contract: pointer,
      recording: recording.pointer,
      ...(recording.body === undefined ? {} : { body: recording.body }),
    }));
    expect({ verdict: result.verdict, findings: found }).toEqual({ verdict, findings });
    if (folder !== "clean") expect(found.map(({ code }) => code.replaceAll(".", "-"))).toContain(folder);
    expect(linesOf(result.findings)).toMatchSnapshot();
    for (const finding of result.findings) expect(finding.contract.line, "a line of the spec").toBeGreaterThan(0);
  });
});

test("every code has cases, and every folder of cases is a code", () => {
  // The cases of codes that need a running service are in test/probe/codes.
  const recorded = Object.keys(CODES).filter((code) => !code.startsWith("exchange."));
  const codes = recorded.map((code) => code.replaceAll(".", "-"));
  expect(listCaseFolders().sort()).toEqual([...codes, "clean"].sort());
});

describe("a violation in a recursive schema is found at every depth", () => {
  test.each([0, 1, 2, 3, 4, 5, 6])("depth %i", (depth) => {
    const shelf = (level: number): object => (level === depth ? { name: 5 } : { name: "x", below: shelf(level + 1) });
    const exchange = buildExchange("get-shelf", [{ op: "replace", path: "/response/body", value: shelf(0) }]);
    const [finding, ...others] = contractOf("get-shelf").check(exchange).findings;
    expect(others).toEqual([]);
    expect(finding?.code).toBe("response.body.invalid");
    expect(finding?.recording.body).toBe(`${"/below".repeat(depth)}/name`);
    expect(finding?.contract.pointer).toBe("/components/schemas/Shelf/properties/name/type");
  });
});

/** Formats one line per finding, independent of the working directory. */
function linesOf(findings: readonly object[]): string {
  const root = join(import.meta.dirname, "../../");
  return findings.map((it) => JSON.stringify(it).replaceAll(root, "")).join("\n");
}
