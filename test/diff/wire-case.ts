/** Specs that describe one value as it travels, and exchanges with such a value. */
import { expect } from "vitest";
import type { Contract, Exchange } from "../../src/check/index.js";
import type { DiffFinding } from "../../src/diff/index.js";
import type { JsonObject } from "../../src/document/index.js";

/** The checker accepts the counterexample under one spec, and finds an error under the other, unless that reads another value. */
export function checkBothSides({ code, level, counterexample }: DiffFinding, part: string, contracts: Sides): void {
  if (level === "error" && code !== "request.parameter.required") expect(counterexample, code).toBeDefined();
  if (counterexample === undefined) return;
  const { text = JSON.stringify(counterexample.value), acceptedBy, rejectedBy, readAs } = counterexample;
  const exchange = createExchange(part, text);
  if (rejectedBy === undefined) {
    expect(contracts[acceptedBy].check(exchange).verdict, `${code}: ${text}`).toBe("passed");
    expect(readAs, `${code}: ${text}`).not.toEqual(counterexample.value);
    return;
  }
  const verdicts = [contracts[acceptedBy].check(exchange).verdict, contracts[rejectedBy].check(exchange).verdict];
  expect(verdicts, `${code}: ${text}`).toEqual(["passed", "failed"]);
}

export type Sides = Readonly<Record<"old" | "new", Contract>>;

/** A spec of one operation. `part` is `query`, `header` (of the response), or the media type of the request or `response` body. */
export function createSpec(part: string, value: JsonObject): string {
  const sent = getResponseType(part);
  const headers = part === "header" ? { headers: { X: { required: true, ...value } } } : {};
  const parameters = part === "query" ? { parameters: [{ name: "q", in: "query", ...value }] } : {};
  const isBody = part.includes("/") && sent === undefined;
  const body = isBody ? { requestBody: { required: true, content: { [part]: value } } } : {};
  const content = sent === undefined ? {} : { content: { [sent]: value } };
  const responses = { 200: { description: "d", ...headers, ...content } };
  const post = { operationId: "a", ...parameters, ...body, responses };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { post } } });
}

function getResponseType(part: string): string | undefined {
  return /^response (.*)$/.exec(part)?.[1];
}

function createExchange(part: string, text: string): Exchange {
  const sent = getResponseType(part);
  const isBody = part.includes("/") && sent === undefined;
  const [, boundary = ""] = /^--(\S+?)(?:--)?\r?\n/.exec(text) ?? [];
  const contentType = part.startsWith("multipart/") ? `${part}; boundary=${boundary}` : part;
  return {
    request: {
      method: "POST",
      url: `https://api.example/a${part === "query" ? `?${text}` : ""}`,
      headers: isBody ? [["Content-Type", contentType]] : [],
      body: isBody ? { kind: "text", text } : { kind: "none" },
    },
    response: {
      status: 200,
      headers: part === "header" ? [["X", text]] : sent === undefined ? [] : [["Content-Type", sent]],
      body: sent === undefined ? { kind: "none" } : { kind: "text", text },
    },
    origin: { source: "test", index: 0, pointer: "", parts: PARTS },
  };
}

const PARTS = {
  ...{ "request.method": "", "request.url": "", "request.headers": "", "request.body": "" },
  ...{ "response.status": "", "response.headers": "", "response.body": "" },
};
