/** Every fixed field that OpenAPI 3.2 adds or changes, through each command. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createContract } from "../../src/check/index.js";
import { diffDocuments } from "../../src/diff/index.js";
import { createReference } from "../../src/docs/reference-files.js";
import { type Document, listOperations, loadDocument, loadFaultyDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { createMockBundle, listMockLimitations } from "../../src/generate/mock-bundle.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { lintDocument } from "../../src/lint/index.js";
import { NO_CREDENTIALS, serializeCaseRequest } from "../../src/probe/requests/serialize-request.js";
import { writeHar } from "../../src/recording/index.js";
import { createExchange, type ExchangeInput } from "../check/inline-contract.js";
import { createFolder, runContract } from "../cli/run-contract.js";
import { buildExampleCases } from "../probe/cases/all-cases.js";
import { DRIFTS, EXCHANGE_CASES } from "./exchange-cases.js";
import { FIELDS } from "./fields.js";
import { probeStreams } from "./probe-streams.js";
import { ALL_DEFECTS } from "./stream-server.js";

const PATH = join(import.meta.dirname, "streams.yaml");
const TEXT = readFileSync(PATH, "utf8");

function loadEdited(pointer: string, value: unknown) {
  const root = parse(TEXT);
  const keys = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  const parent = keys.reduce((it, key) => it[key], root);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return loadFaultyDocument("edited.json", () => JSON.stringify(root));
}

/** What each command writes for a spec, and the first requests that the probe sends. */
const OUTPUTS = {
  probe: (document: Document) => {
    const contract = createContract(document);
    const destination = { server: "https://a.example", credentials: NO_CREDENTIALS };
    return listOperations(document)
      .flatMap((operation) => buildExampleCases(contract, operation))
      .map((it) => serializeCaseRequest(document, it, destination))
      .map(({ method, url, body }) => `${method} ${url} ${new TextDecoder().decode(body)}`)
      .join("\n");
  },
  generate: async (document: Document) =>
    `${generateTypes(document).text}${generateCalls(document, createClientModel(document))}`,
  mock: (document: Document) =>
    [...listMockLimitations(document), JSON.stringify(createMockBundle(document.root))].join("\n"),
  docs: (document: Document) =>
    createReference(document)
      .entries.map(({ body }) => body)
      .join("\n"),
};

/** What `contract suggest` prints for a recording. */
async function suggest(exchanges: readonly ExchangeInput[]): Promise<string> {
  const about = {
    creator: { name: "fields", version: "1" },
    startedAt: "2026-01-31T09:30:00.000Z",
  } as const;
  const folder = createFolder({ "a.har": writeHar(exchanges.map(createExchange), about) });
  return (await runContract(["suggest", join(folder, "a.har"), "--spec", PATH])).stdout;
}

const original = loadDocument(PATH);
const conforming = Object.values(EXCHANGE_CASES).flatMap(({ exchange, good }) => good.map(exchange));
/** The results that the tests share; the first test that needs one makes it. */
const shared = {
  found: once(async () => (await probeStreams(ALL_DEFECTS)).found),
  probe: once(async () => OUTPUTS.probe(original)),
  drift: once(() => suggest(Object.values(DRIFTS))),
  conforming: once(() => suggest(conforming)),
  generate: once(() => OUTPUTS.generate(original)),
  mock: once(async () => OUTPUTS.mock(original)),
  docs: once(async () => OUTPUTS.docs(original)),
};

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

test("the spec has no findings", () => {
  expect(lintDocument(original)).toEqual([]);
});

test.each([
  "QUERY https://a.example/search {",
  "COPY https://a.example/search ",
  "notify https://a.example/search ",
  "GET https://a.example/search?text=",
  "GET https://a.example/filter?%7B%22max%22%3A",
  "GET https://a.example/select?%24",
  'POST https://a.example/parts {"n":',
  'Content-Type: application/json\r\n\r\n{"n":815}',
])("the probe sends %j", async (start) => {
  expect(await shared.probe()).toContain(start);
});

describe.each(FIELDS)("$field", ({ invalid: [pointer, value], check, diff, probe, suggest: drift, ...others }) => {
  const outputs = { ...others, probe };
  test("lint finds an invalid value", () => {
    const { document, errors } = loadEdited(pointer, value);
    const pointers = lintDocument(document, { values: true, errors }).map((it) => it.pointer);
    expect(pointers.filter((at) => at.startsWith(pointer) || pointer.startsWith(at))).not.toEqual([]);
  });

  test("check has cases that pass and cases that fail", () => {
    for (const name of "reason" in check ? [] : check) {
      expect(EXCHANGE_CASES[name]?.good).not.toEqual([]);
      expect(EXCHANGE_CASES[name]?.bad).not.toEqual([]);
    }
  });

  test("diff reports a change, and nothing else is changed", () => {
    const [at, next, code] = "reason" in diff ? [pointer, value, undefined] : diff;
    const findings = diffDocuments({ old: original, new: loadEdited(at, next).document }).findings.map((it) => it.code);
    if (code === undefined) expect(findings).toEqual([]);
    else expect(findings).toContain(code);
  });

  test("the probe finds a defect in a service; it finds nothing in a healthy one (probe.test.ts)", async () => {
    if (typeof probe === "string") expect(await shared.found()).toContain(probe);
  });

  test("suggest adds what is undocumented, and nothing else", async () => {
    if (typeof drift !== "string") return;
    expect(await shared.drift()).toContain(drift);
    expect(await shared.conforming()).not.toContain(drift);
  });

  test.each(["probe", "generate", "mock", "docs"] as const)(
    "%s writes it, and does not write it without the field",
    async (name) => {
      const output = outputs[name];
      if (typeof output === "string" || "reason" in output) return;
      expect(await shared[name]()).toContain(output.writes);
      expect(await OUTPUTS[name](loadEdited(output.without, undefined).document)).not.toContain(output.writes);
    },
  );
});
