/** Changes outside of JSON schemas, labelled before they were run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/document/index.js";
import { difference } from "./case.js";

type Place = "parameter" | "path" | "header" | "body" | "response" | "security" | "spec";
type UnusualPair = { readonly [name in Place]?: readonly [Json, Json] } & {
  readonly title: string;
  readonly expect: readonly string[];
};

const PAIRS = parse(readFileSync(join(import.meta.dirname, "unusual-pairs.yaml"), "utf8")) as readonly UnusualPair[];

const FLOW = { tokenUrl: "https://a.example/t", scopes: { r: "", w: "" } };
const SCHEMES = {
  k: { type: "apiKey", in: "header", name: "K" },
  o: { type: "oauth2", flows: { clientCredentials: FLOW } },
};

const respond = (response: object): object => ({ get: { responses: { 200: { description: "d", ...response } } } });

/** Puts a part into the least spec that has it. */
const BUILD: Readonly<Record<Place, (part: Json) => object>> = {
  parameter: (it) => ({
    paths: { "/a": { get: { parameters: [{ name: "q", in: "query", ...(it as JsonObject) }] } } },
  }),
  path: (it) => ({
    paths: { "/a/{q}": { get: { parameters: [{ name: "q", in: "path", required: true, ...(it as JsonObject) }] } } },
  }),
  header: (it) => ({ paths: { "/a": respond({ headers: { X: it } }) } }),
  body: (it) => ({ paths: { "/a": { post: { requestBody: { required: true, content: it } } } } }),
  response: (it) => ({ paths: { "/a": respond({ content: it }) } }),
  security: (it) => ({ paths: { "/a": { get: { security: it } } }, components: { securitySchemes: SCHEMES } }),
  spec: (it) => it as JsonObject,
};

function write(place: Place, part: Json): string {
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...BUILD[place](part) });
}

function getResult(old: string, next: string): string {
  const levels = new Set(difference(old, next).findings.map(({ level }) => level));
  return levels.has("error") ? "breaking" : levels.has("warn") ? "may break" : "compatible";
}

test.each(PAIRS)("$title", ({ title: _, expect: expected, ...part }) => {
  const [[place, parts] = []] = Object.entries(part) as [Place, readonly [Json, Json]][];
  if (place === undefined || parts === undefined) throw new Error("the pair has no part");
  const [old, next] = parts.map((it) => write(place, it));
  const results = [getResult(old ?? "", next ?? ""), getResult(next ?? "", old ?? "")];
  expect(results.slice(0, expected.length)).toEqual(expected);
});
