/** The cases of small descriptions, each about one kind of schema. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../../src/check/index.js";
import { listUngenerated } from "../../../src/probe/cases/generate-cases.js";
import type { ProbeCase } from "../../../src/probe/requests/probe-case.js";
import { expectAsDeclared, generateAllCases } from "./all-cases.js";

const HERE = import.meta.dirname;

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

const folders = readdirSync(HERE, { withFileTypes: true }).flatMap((it) =>
  it.isDirectory() && it.name !== "__snapshots__" ? [it.name] : [],
);

test.each(folders)("%s: the cases are the expected ones, and each does what it claims", async (folder) => {
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
  const shorten = (text: string): string => text.replaceAll(/x{100,}/g, ({ length }) => `x × ${length}`);
  const lines = made.map(({ id, edit, request }) => `${id} ${shorten(JSON.stringify({ ...edit, ...request }))}`);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(HERE, folder, "cases.txt"));
  expectAsDeclared(contract, made);
});
