/** All findings between pairs of small specs, in both directions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/document/index.js";
import { difference } from "./case.js";

const GROUPS = parse(readFileSync(join(import.meta.dirname, "spec-pairs.yaml"), "utf8")) as Readonly<
  Record<string, readonly (readonly [JsonObject, JsonObject])[]>
>;

const write = (spec: JsonObject): string =>
  JSON.stringify({ openapi: "3.2.0", info: { title: "T", version: "1" }, ...spec });

function listFindings(old: JsonObject, next: JsonObject): string {
  const { findings, bump, operations } = difference(write(old), write(next));
  const lines = findings.map(({ code, message, affects, counterexample }) => {
    const value = counterexample === undefined ? "" : ` ${JSON.stringify(counterexample.text ?? counterexample.value)}`;
    const places = affects.map(({ operation, part, at = "" }) => `${operation}, ${part}${at === "" ? "" : ` ${at}`}`);
    return `  ${code}: ${message}${value} (${places.join("; ")})`;
  });
  return [`${bump}, ${Object.values(operations).join(" ")}`, ...lines].join("\n");
}

describe.each(Object.entries(GROUPS))("%s", (_, pairs) => {
  test.each([...pairs.entries()])("%i", (__, [old, next]) => {
    expect(`${listFindings(old, next)}\nback: ${listFindings(next, old)}`).toMatchSnapshot();
  });
});
