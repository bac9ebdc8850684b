/** All cases of a spec, and what the gate says of each. */
import { basename } from "node:path";
import { expect } from "vitest";
import type { Contract } from "../../../src/check/index.js";
import { buildServerUrl, type Operation } from "../../../src/document/index.js";
import { buildExampleRequests } from "../../../src/probe/cases/example-requests.js";
import { generateCases } from "../../../src/probe/cases/generate-cases.js";
import { buildSampleCredentials } from "../../../src/probe/cases/generation-context.js";
import type { ProbeCase } from "../../../src/probe/requests/probe-case.js";
import { serializeCaseRequest } from "../../../src/probe/requests/serialize-request.js";
import { EXCHANGE_PART_POINTERS } from "../../../src/recording/index.js";

/** Takes no more cases than requested, because each case is validated when it is taken. */
export function takeFirst(cases: Iterable<ProbeCase>, count: number): ProbeCase[] {
  const taken: ProbeCase[] = [];
  for (const it of cases) {
    if (taken.length >= count) break;
    taken.push(it);
  }
  return taken;
}

export function listSources(contract: Contract, operations: readonly Operation[]) {
  return operations.flatMap((operation) => {
    const [first] = buildExampleRequests(contract, operation);
    return first === undefined ? [] : [{ operation, base: first.request }];
  });
}

/** Builds the base requests of an operation as cases. */
export function buildExampleCases(contract: Contract, operation: Operation): ProbeCase[] {
  return buildExampleRequests(contract, operation).map(({ name, request }) => ({
    id: `examples/${operation.id.replaceAll(/\s+/g, "-")}/${name.replaceAll(/[^\w.+-]+/g, "-")}`,
    phase: "examples",
    operation,
    method: operation.method,
    request,
    expect: "accepted",
  }));
}

export function generateAllCases(contract: Contract, operations = 20, most = 1000): ProbeCase[] {
  const chosen = contract.operations.filter(({ kind }) => kind === "path").slice(0, operations);
  const made = chosen.flatMap((operation) => buildExampleCases(contract, operation));
  return [...made, ...takeFirst(generateCases(contract, listSources(contract, chosen)), most)];
}

/** Checks the serialized request with the gate, together with a documented response. */
export function findErrors(
  contract: Contract,
  it: Pick<ProbeCase, "operation" | "method" | "request" | "credentials">,
) {
  const [server] = it.operation.servers;
  const { body, ...request } = serializeCaseRequest(contract.document, it, {
    server: server === undefined ? "/" : buildServerUrl(server),
    credentials: buildSampleCredentials(it.operation),
  });
  const checked = contract.check({
    request: { ...request, body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: body } },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "test", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  });
  return checked.findings.filter(({ code, level }) => level === "error" && code.startsWith("request."));
}

/** Accepted cases must have no errors; refused cases must have errors in their own part only. */
export function expectAsDeclared(contract: Contract, made: readonly ProbeCase[]): void {
  for (const it of made) {
    const codes = findErrors(contract, it).map(({ code }) => code);
    if (it.expect === "accepted") expect(codes, it.id).toEqual([]);
    if (it.expect !== "refused" || it.credentials === "wrong") continue;
    expect(codes.length, `${basename(it.id)}: ${it.edit?.what}`).toBeGreaterThan(0);
    for (const code of codes) expect(code, it.id).toMatch(new RegExp(`^request\\.${it.edit?.part}\\.`));
  }
}
