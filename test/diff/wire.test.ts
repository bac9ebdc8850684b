/** Values that travel as text: `contract diff` and `contract check` agree about each counterexample. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { DiffFinding } from "../../src/diff/index.js";
import type { JsonObject } from "../../src/document/index.js";
import { type Contract, createContract, type Exchange } from "../../src/gate/index.js";
import { codesOf, difference, documentOf } from "./case.js";

type WirePair = {
  readonly title: string;
  readonly finds: readonly string[];
  readonly back: readonly string[];
} & Readonly<Record<string, readonly [JsonObject, JsonObject]>>;

const PAIRS = parse(readFileSync(join(import.meta.dirname, "wire-pairs.yaml"), "utf8")) as readonly WirePair[];

test.each(PAIRS.map((it) => [it.title, it] as const))("%s", (_, { title: _title, finds, back, ...parts }) => {
  const [[part, [old, next]]] = Object.entries(parts) as unknown as [[string, [JsonObject, JsonObject]]];
  const texts = [createSpec(part, old), createSpec(part, next)] as const;
  const [there, backwards] = [difference(...texts), difference(texts[1], texts[0])];
  expect({ finds: codesOf(there), back: codesOf(backwards) }).toEqual({ finds, back });
  const contracts = texts.map((text) => createContract(documentOf(text))) as [Contract, Contract];
  for (const finding of there.findings) checkBothSides(finding, part, { old: contracts[0], new: contracts[1] });
  for (const finding of backwards.findings) checkBothSides(finding, part, { old: contracts[1], new: contracts[0] });
});

/** The checker accepts the counterexample under one spec, and finds an error under the other. */
function checkBothSides({ code, level, counterexample }: DiffFinding, part: string, contracts: Sides): void {
  if (level === "error") expect(counterexample, code).toBeDefined();
  if (counterexample === undefined) return;
  const { text = JSON.stringify(counterexample.value), acceptedBy, rejectedBy } = counterexample;
  const exchange = createExchange(part, text);
  expect([contracts[acceptedBy].check(exchange).verdict, contracts[rejectedBy].check(exchange).verdict]).toEqual([
    "passed",
    "failed",
  ]);
}

type Sides = Readonly<Record<"old" | "new", Contract>>;

function createSpec(part: string, value: JsonObject): string {
  const headers = part === "header" ? { headers: { X: { required: true, ...value } } } : {};
  const parameters = part === "query" ? { parameters: [{ name: "q", in: "query", ...value }] } : {};
  const body = part.includes("/") ? { requestBody: { required: true, content: { [part]: value } } } : {};
  const post = { operationId: "a", ...parameters, ...body, responses: { 200: { description: "d", ...headers } } };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { post } } });
}

function createExchange(part: string, text: string): Exchange {
  const isBody = part.includes("/");
  const [, boundary = ""] = /^--(\S+)/.exec(text) ?? [];
  const contentType = part.startsWith("multipart/") ? `${part}; boundary=${boundary}` : part;
  return {
    request: {
      method: "POST",
      url: `https://api.example/a${part === "query" ? `?${text}` : ""}`,
      headers: isBody ? [["Content-Type", contentType]] : [],
      body: isBody ? { kind: "text", text } : { kind: "none" },
    },
    response: { status: 200, headers: part === "header" ? [["X", text]] : [], body: { kind: "none" } },
    origin: { source: "test", index: 0, pointer: "", parts: PARTS },
  };
}

const PARTS = {
  ...{ "request.method": "", "request.url": "", "request.headers": "", "request.body": "" },
  ...{ "response.status": "", "response.headers": "", "response.body": "" },
};
