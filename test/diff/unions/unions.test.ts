/** Changes of unions: one finding for each branch that was added or removed, named; changes inside a branch are reported inside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { DiffFinding } from "../../../src/diff/index.js";
import type { Json, JsonObject } from "../../../src/document/index.js";
import { difference } from "../case.js";

type Expected = { readonly at: string; readonly what: "added" | "removed" | "changed"; readonly branch?: string };

type UnionPair = {
  readonly title: string;
  readonly openapi: string;
  readonly side: "request" | "response" | "parameter";
  readonly style?: string;
  readonly oldComponents?: JsonObject;
  readonly newComponents?: JsonObject;
  readonly old: Json;
  readonly new: Json;
  readonly breaking: readonly Expected[];
  readonly compatible: readonly Expected[];
  /** The messages of what no value shows. */
  readonly undecided?: readonly string[];
};

const pairs = ["request", "response", "parameter"].flatMap(
  (side) => parse(readFileSync(join(import.meta.dirname, `${side}.yaml`), "utf8")) as readonly UnionPair[],
);

test.each(pairs)("$title", (pair) => {
  const { findings } = difference(
    formatSpec(pair, pair.old, pair.oldComponents),
    formatSpec(pair, pair.new, pair.newComponents),
  );
  const breaking = findings.filter(({ level }) => level === "error");
  expect(breaking.map(summarize).sort()).toEqual(pair.breaking.map(format).sort());
  const undecided = findings.filter(({ code }) => code.endsWith(".undecided"));
  expect(undecided.map(({ message }) => message)).toEqual(pair.undecided ?? []);
});

function formatSpec({ openapi, side, style }: UnionPair, schema: Json, schemas: JsonObject = {}): string {
  const content = { "application/json": { schema } };
  const operation = {
    operationId: "a",
    ...(side === "request" ? { requestBody: { required: true, content } } : {}),
    ...(side === "parameter"
      ? { parameters: [{ name: "p", in: "query", ...(style === undefined ? {} : { style }), schema }] }
      : {}),
    responses: { 200: { description: "d", ...(side === "response" ? { content } : {}) } },
  };
  return JSON.stringify({
    openapi,
    info: { title: "T", version: "1" },
    paths: { "/a": { post: operation } },
    components: { schemas },
  });
}

function format({ at, what, branch = "" }: Expected): string {
  return `${at} ${what} ${branch}`.trim();
}

function summarize({ message, affects: [first] }: DiffFinding): string {
  const named = message.replace(
    /null is (no longer|now) allowed/,
    (_, when) => `the branch null was ${when === "now" ? "added" : "removed"}`,
  );
  const [, branch = "", what = "changed"] = /the branch(?:es)? (.+) (?:was|were) (added|removed)/.exec(named) ?? [];
  return format({ at: first?.at ?? "", what: what as Expected["what"], branch: branch.replaceAll('"', "") });
}
