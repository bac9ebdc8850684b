import { expect, test } from "vitest";
import { DocumentError, loadDocument } from "../../src/document/index.js";
import { type Diagnostic, lintDocument } from "../../src/lint/index.js";
import { edited } from "./case.js";

const STRANGE = [null, true, -1, 0.5, "", "#", "#/paths", [], [null], [{}], {}, { $ref: "#/info" }, { $ref: 5 }];

function lintText(root: unknown): Diagnostic[] | undefined {
  try {
    return lintDocument(
      loadDocument("openapi.json", () => JSON.stringify(root)),
      { values: true },
    );
  } catch (error) {
    // The loader can reject the spec, but the rules must not throw.
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

function* places(node: unknown, path: readonly string[] = []): Iterable<readonly string[]> {
  yield path;
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) yield* places(value, [...path, key]);
}

function replaced(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string, unknown> = { ...(node as Record<string, unknown>) };
  copy[key] = replaced(copy[key], rest, value);
  return Array.isArray(node) ? Object.values(copy) : copy;
}

test("no value at any location makes a rule throw", () => {
  const { root } = edited({});
  let checked = 0;
  for (const [index, path] of [...places(root)].entries()) {
    if (path.length === 0 || path[0] === "openapi") continue;
    // Each location gets three of the values, in rotation.
    for (let turn = 0; turn < 3; turn += 1) {
      const found = lintText(replaced(root, path, STRANGE[(index + turn * 5) % STRANGE.length]));
      if (found !== undefined) checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(300);
});

test("thousands of findings of one kind take little time, and are not all listed", () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`S${n}`, { type: "file", minLength: -1 }]),
  );
  const found = lintText({ openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas } }) ?? [];
  expect(found).toHaveLength(2000);
  expect(found.every(({ line }) => line === 1)).toBe(true);
});

const INFO = { openapi: "3.1.0", info: { title: "t", version: "1" } };
const many = (n: number, of: (index: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => of(i)));

/** Large specs that would take minutes with quadratic algorithms. */
const HOSTILE: readonly (readonly [string, () => unknown])[] = [
  [
    "a chain of schemas",
    () => ({
      schemas: many(10_000, (i) => [
        `S${i}`,
        { type: "object", required: ["n"], properties: { n: { $ref: `#/components/schemas/S${i + 1}` } } },
      ]),
    }),
  ],
  [
    "a circle of schemas",
    () => ({
      schemas: many(10_000, (i) => [
        `S${i}`,
        { type: "object", required: ["n"], properties: { n: { $ref: `#/components/schemas/S${(i + 1) % 10_000}` } } },
      ]),
    }),
  ],
  [
    "mappings to nothing",
    () => ({
      schemas: many(10_000, (i) => [`S${i}`, { discriminator: { propertyName: "n", mapping: { a: `T${i}` } } }]),
    }),
  ],
  ["links to nothing", () => ({ links: many(10_000, (i) => [`L${i}`, { operationId: `o${i}` }]) })],
  ["misspelt keywords", () => ({ schemas: many(10_000, (i) => [`S${i}`, { maxLenght: i, propertis: {} }]) })],
];

test.each(HOSTILE)("%s, by the ten thousand, terminate", (name, components) => {
  const description = { ...INFO, paths: {}, components: components() } as {
    components: { schemas?: Record<string, unknown> };
  };
  if (name === "a chain of schemas") description.components.schemas = { ...description.components.schemas, S10000: {} };
  const found = lintText(description) ?? [];
  expect(found.some(({ code }) => code === "spec.schema.infinite-recursion")).toBe(name === "a circle of schemas");
  expect(found.length).toBeGreaterThan(0);
});

test("paths that are all equal or all different terminate", () => {
  const names = Array.from({ length: 400 }, (_, n) => n);
  const get = { responses: { default: { description: "d" } } };
  const paths = Object.fromEntries(
    names.map((n) => [
      `/${[...n.toString(2).padStart(12, "0")].map((bit, at) => (bit === "1" ? `{p${at}}` : "x")).join("/")}`,
      { get },
    ]),
  );
  const found = lintText({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths }) ?? [];
  expect(found.some(({ code }) => code === "spec.path.ambiguous")).toBe(true);
});

test("a message cannot control a terminal", () => {
  const { root } = edited({});
  const found = lintText(replaced(root, ["tags", "1", "name\u001b[2J"], 5)) ?? [];
  expect(found.length).toBeGreaterThan(0);
  for (const { message } of found) expect(message).not.toContain("\u001b");
});

test("a location behind an alias is that of the anchor before it", () => {
  const text = `{ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": {},\n"x-a": [\n&a { k: 1 },\n*a,\n&a { k: 2 },\n*a ] }`;
  const { locate } = loadDocument("openapi.yaml", () => text);
  expect(["/x-a/1/k", "/x-a/3/k"].map((pointer) => locate(pointer).line)).toEqual([3, 5]);
});
