/** Dialogs with sandboxes of specs over HTTP. Every response is checked against the spec. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, onTestFinished, test } from "vitest";
import { loadContract } from "../../../src/check/contract.js";
import { type Json, valueAt } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../../src/recording/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";

type Step = {
  readonly [method: string]: unknown;
  readonly status: number;
  readonly send?: Json;
  readonly type?: string;
  readonly text?: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Pointers into the body, or names of headers. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly credentials?: "none" | "key";
  /** Headers of the request. */
  readonly with?: Readonly<Record<string, string>>;
};

type Dialog = {
  readonly spec: string;
  readonly is: string;
  readonly data?: "none";
  readonly tokens?: readonly string[];
  readonly steps: readonly Step[];
};

const DIALOGS = [
  "dialogs.yaml",
  "style-dialogs.yaml",
  "name-dialogs.yaml",
  "family-dialogs.yaml",
  "part-dialogs.yaml",
  "neighbour-dialogs.yaml",
  "reply-dialogs.yaml",
  "list-dialogs.yaml",
].flatMap((name) => load(readFileSync(join(import.meta.dirname, name), "utf8")) as readonly Dialog[]);
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const START = { seed: "dialogs", startAt: { time: Date.parse("2026-01-01T00:00:00Z"), freeze: true } };

test.each(DIALOGS)("$spec: $is", async ({ is: _, steps, ...options }) => {
  const { spec } = options;
  const sandbox = await createSandbox({ ...START, ...options });
  onTestFinished(() => sandbox.close());
  const origin = new URL(sandbox.url).origin;
  const contract = loadContract(spec, { servers: [] });
  const kept = new Map<string, string>();
  for (const written of steps) {
    const step = fill(written, kept);
    const method = METHODS.find((it) => step[it] !== undefined) ?? "GET";
    const path = String(step[method]);
    const request = buildRequest(step);
    const { body } = request;
    const response = await fetch(`${origin}${path}`, {
      ...{ method, headers: [...request.headers] as [string, string][] },
      ...(body.kind === "text" ? { body: body.text } : {}),
    });
    const text = await response.text();
    const place = `${method} ${path} got ${response.status} ${text}`;
    const json: Json = text === "" ? null : JSON.parse(text);
    expectResponse(step, { response, text, json, place });
    for (const [name, pointer] of Object.entries(step.keep ?? {}))
      kept.set(name, String(pointer.startsWith("/") ? valueAt(json, pointer) : response.headers.get(pointer)));
    const { findings } = contract.check({
      request: { method, url: `{{no host}}${path}`, ...request },
      response: {
        status: response.status,
        headers: [...response.headers],
        body: text === "" ? { kind: "none" } : { kind: "text", text },
      },
      origin: { source: "sandbox", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    });
    const wrong = findings.filter(
      ({ code }) => code.startsWith("response.") && !/^response\.(status|body)\.undocumented$/.test(code),
    );
    expect(
      wrong.map(({ message }) => message),
      place,
    ).toEqual([]);
  }
});

type Got = { readonly response: Response; readonly text: string; readonly json: Json; readonly place: string };

function expectResponse(step: Step, { response, text, json, place }: Got): void {
  expect(response.status, place).toBe(step.status);
  if (step.text !== undefined) expect(text, place).toBe(step.text);
  if (step.body !== undefined) expect(pick(json, step.body), place).toEqual(expectation(step.body));
  for (const [name, value] of Object.entries(step.headers ?? {}))
    expect(response.headers.get(name), place).toEqual(expectation(value));
}

function buildRequest({
  send,
  type = "application/json",
  credentials,
  with: headers = {},
}: Step): Pick<Exchange["request"], "headers" | "body"> {
  const signedIn =
    credentials === "none" ? [] : credentials === "key" ? [["X-Key", "any"]] : [["Authorization", "Bearer any"]];
  const text = typeof send === "string" ? send : JSON.stringify(send);
  return {
    headers: [...signedIn, ...Object.entries(headers), ...(send === undefined ? [] : [["Content-Type", type]])] as [
      string,
      string,
    ][],
    body: text === undefined ? { kind: "none" } : { kind: "text", text },
  };
}

/** A step with the values that earlier ones kept. */
function fill(step: Step, kept: ReadonlyMap<string, string>): Step {
  const text = JSON.stringify(step).replace(/\$(\w+)/g, (all, name) =>
    JSON.stringify(kept.get(name) ?? all).slice(1, -1),
  );
  return JSON.parse(text) as Step;
}

/** The members of a value that are expected. An expected null is a member that is absent or null. */
function pick(value: Json | undefined, expected: Json): Json {
  if (Array.isArray(expected))
    return Array.isArray(value) ? value.map((it: Json, index) => pick(it, expected[index] ?? {})) : (value ?? null);
  if (typeof expected !== "object" || expected === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(expected).map(([name, it]) => [name, pick((value as Record<string, Json>)?.[name], it)]),
  );
}

/** Replaces texts between slashes by regular expressions. */
function expectation(expected: Json): unknown {
  if (Array.isArray(expected)) return expected.map(expectation);
  if (typeof expected === "string" && /^\/.*\/$/.test(expected))
    return expect.stringMatching(new RegExp(expected.slice(1, -1)));
  if (typeof expected !== "object" || expected === null) return expected;
  return Object.fromEntries(Object.entries(expected).map(([name, it]) => [name, expectation(it)]));
}
