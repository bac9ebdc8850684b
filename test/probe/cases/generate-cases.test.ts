import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildServerUrl, type Operation } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS } from "../../../src/exchange/index.js";
import { type Contract, loadContract } from "../../../src/gate/index.js";
import { createBoundaryDrafts } from "../../../src/probe/cases/boundaries.js";
import { type CaseDraft, fullyValidateDraft } from "../../../src/probe/cases/case-draft.js";
import { fastValidateDraft } from "../../../src/probe/cases/fast-validate-draft.js";
import {
  buildExampleCases,
  buildExampleRequests,
  createRequestArbitrary,
  generateCases,
  getGenerationCounts,
  listUngenerated,
  serializeCaseRequest,
} from "../../../src/probe/cases/generate-cases.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import { createNegativeDrafts } from "../../../src/probe/cases/negatives.js";
import { buildSampleCredentials } from "../../../src/probe/cases/validate-case.js";
import type { CaseRequest, ProbeCase } from "../../../src/probe/requests/probe-case.js";
import { VENDORED_SPECS } from "../../material/specs.js";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../../..");

type Expected = {
  /** All cases with their expected outcome, in any order; `some` lists only a part of them. */
  readonly cases?: Readonly<Record<string, ProbeCase["expect"]>>;
  readonly some?: Readonly<Record<string, ProbeCase["expect"]>>;
  /** Substrings that no case id contains. */
  readonly none?: readonly string[];
  readonly unplanned?: readonly string[];
  /** Descriptions of some cases. */
  readonly what?: Readonly<Record<string, string>>;
};

const folders = readdirSync(HERE, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? [it.name] : []));
const OWN_SPEC = join(ROOT, "spec/openapi.yaml");

test.each(folders)("%s: the cases are those expected, and each is what it says", async (folder) => {
  const contract = loadContract(join(HERE, folder, "description.yaml"));
  const expected = parse(readFileSync(join(HERE, folder, "expected.yaml"), "utf8")) as Expected;
  const made = generateAllCases(contract);
  const listed = Object.fromEntries(made.map(({ id, expect: it }) => [id, it]));
  if (expected.cases !== undefined) expect(listed).toEqual(expected.cases);
  expect(listed).toMatchObject(expected.some ?? {});
  for (const [id, what] of Object.entries(expected.what ?? {}))
    expect(made.find((it) => it.id === id)?.edit?.what, id).toBe(what);
  for (const part of expected.none ?? []) expect(Object.keys(listed).filter((id) => id.includes(part))).toEqual([]);
  expect(listUngenerated(contract).map(({ operation, at }) => `${operation} ${at}`)).toEqual(expected.unplanned ?? []);
  const lines = made.map(({ id, edit, request }) => `${id} ${JSON.stringify({ ...edit, ...request })}`);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(HERE, folder, "cases.txt"));
  expectAsDeclared(contract, made);
});

describe.each([
  [OWN_SPEC, 20, 300],
  [VENDORED_SPECS["adyen-checkout-3.1"], 4, 150],
  [VENDORED_SPECS["scalar-galaxy-3.1"], 20, 300],
] as const)("%s", (path, operations, most) => {
  const contract = loadContract(path);
  const made = generateAllCases(contract, operations, most);
  const means = getGenerationContext(contract);

  test("each case is what it says by the gate, and hardly any is dropped", () => {
    expect(made.length).toBeGreaterThan(100);
    expectAsDeclared(contract, made);
    const { planned, dropped } = getGenerationCounts(contract);
    expect(dropped / (planned + dropped)).toBeLessThan(0.01);
  });

  test("most are judged by the value they differ in, never otherwise than by the whole request", () => {
    const drafts = createDrafts(contract, operations, most);
    const told = drafts.flatMap((draft) => {
      const quick = fastValidateDraft(means, draft);
      if (quick !== undefined) expect(quick, draft.probeCase.id).toBe(fullyValidateDraft(means, draft));
      return quick ?? [];
    });
    expect(told.length / drafts.length).toBeGreaterThan(0.5);
  });

  test("the same again, by the same ids", () => {
    const ids = made.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(generateAllCases(loadContract(path), operations, most).map(({ id }) => id)).toEqual(ids);
  });
});

test("any beginning shows every operation and many kinds of places", () => {
  const contract = loadContract(OWN_SPEC);
  const paths = contract.operations.filter(({ kind }) => kind === "path");
  const beginning = takeFirst(generateCases(contract, listSources(contract, paths)), 30 * paths.length);
  expect(new Set(beginning.map(({ operation }) => operation.id)).size).toBe(paths.length);
  const kinds = new Set(beginning.map(({ id }) => id.split("/").at(-1)?.replace(/:.*/, "")));
  for (const kind of ["none", "wrong", "missing", "below-minimum", "above-maximum", "not-matching", "not-listed"])
    expect(kinds).toContain(kind);
});

test("random requests keep the contract and shrink to the base", () => {
  const contract = loadContract(OWN_SPEC);
  const operation = contract.operations.find(({ id }) => id === "listOrders") as Operation;
  const [{ base } = { base: undefined }] = listSources(contract, [operation]);
  const requests = createRequestArbitrary(fc, contract, operation, base as CaseRequest);
  const seen = fc.sample(requests, { numRuns: 60, seed: 3 });
  expect(new Set(seen.map((it) => JSON.stringify(it))).size).toBeGreaterThan(30);
  for (const request of seen) expect(findErrors(contract, { operation, method: "GET", request })).toEqual([]);
  const failing = fc.check(
    fc.property(requests, ({ query }) => Number(query.limit ?? 0) < 50),
    { numRuns: 2000, seed: 3 },
  );
  expect(failing.counterexample?.[0]).toEqual({ ...base, query: { limit: 50 } });
});

/** Takes no more cases than requested, because each case is validated when it is taken. */
function takeFirst(cases: Iterable<ProbeCase>, count: number): ProbeCase[] {
  const taken: ProbeCase[] = [];
  for (const it of cases) {
    if (taken.length >= count) break;
    taken.push(it);
  }
  return taken;
}

function listSources(contract: Contract, operations: readonly Operation[]) {
  return operations.flatMap((operation) => {
    const [first] = buildExampleRequests(contract, operation);
    return first === undefined ? [] : [{ operation, base: first.request }];
  });
}

/** Creates drafts without validation, at most `most` for each operation. */
function createDrafts(contract: Contract, operations: number, most: number): CaseDraft[] {
  const means = getGenerationContext(contract);
  const chosen = contract.operations.filter(({ kind }) => kind === "path").slice(0, operations);
  return listSources(contract, chosen).flatMap(({ operation, base }) =>
    [...createNegativeDrafts(means, operation, base), ...createBoundaryDrafts(means, operation, base)].slice(0, most),
  );
}

function generateAllCases(contract: Contract, operations = 20, most = 1000): ProbeCase[] {
  const chosen = contract.operations.filter(({ kind }) => kind === "path").slice(0, operations);
  const made = chosen.flatMap((operation) => buildExampleCases(contract, operation));
  return [...made, ...takeFirst(generateCases(contract, listSources(contract, chosen)), most)];
}

/** Checks the serialized request with the gate, together with a documented response. */
function findErrors(contract: Contract, it: Pick<ProbeCase, "operation" | "method" | "request" | "credentials">) {
  const [server] = it.operation.servers;
  const { body, ...request } = serializeCaseRequest(contract.document, it, {
    server: server === undefined ? "/" : buildServerUrl(server),
    credentials: buildSampleCredentials(it.operation),
  });
  const judged = contract.check({
    request: { ...request, body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: body } },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "test", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  });
  return judged.findings.filter(({ code, level }) => level === "error" && code.startsWith("request."));
}

/** Accepted cases must have no errors; refused cases must have errors in their own part only. */
function expectAsDeclared(contract: Contract, made: readonly ProbeCase[]): void {
  for (const it of made) {
    const codes = findErrors(contract, it).map(({ code }) => code);
    if (it.expect === "accepted") expect(codes, it.id).toEqual([]);
    if (it.expect !== "refused" || it.credentials === "wrong") continue;
    expect(codes.length, `${basename(it.id)}: ${it.edit?.what}`).toBeGreaterThan(0);
    for (const code of codes) expect(code, it.id).toMatch(new RegExp(`^request\\.${it.edit?.part}\\.`));
  }
}
