/** The files of a spec with unusual operations, as they are written, and names that are made from any text. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { generateClientFile, generateWebhooksFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { toIdentifier } from "../../src/generate/client/operation-names.js";
import { formatLiteral } from "../../src/generate/code.js";
import { generateMockHandlers, generateQueries, generateStandardSchemas } from "../../src/generate/integrations.js";
import { generateOperations } from "../../src/generate/operations.js";
import { formatPackageJson, readPackageFacts } from "../../src/generate/package/package-json.js";
import { formatReadme } from "../../src/generate/package/readme.js";
import { foldBlocks, formatCompactJson, listChangedLines } from "../golden-text.js";

const text = readFileSync("test/generate/cases/odd.yaml", "utf8");
const document = loadDocument("spec.yaml", () => text);

const CONFIGS: Readonly<Record<string, ClientConfig>> = {
  "without a configuration": {},
  "with a configuration": {
    ...{ runtime: "./runtime/index.js", idempotencyKey: "x-free", tokenEndpoint: "delete" },
    lists: { wrong: { style: "links", items: "/i" }, lacking: { items: "/i", next: "/n" } },
  },
};

const WRITERS = {
  calls: generateCalls,
  client: (_, model) => generateClientFile(model),
  schemas: generateStandardSchemas,
  queries: generateQueries,
  handlers: generateMockHandlers,
  readme: (spec, model) => formatReadme(spec, model, readPackageFacts(spec)),
} satisfies Record<string, (spec: typeof document, model: ReturnType<typeof createClientModel>) => string>;

test.each(Object.keys(WRITERS) as (keyof typeof WRITERS)[])("%s", (name) => {
  const folded = foldBlocks(WRITERS[name](document, createClientModel(document)));
  // The calls show the comments of operations.
  expect(name === "calls" ? folded : folded.replaceAll(/^\/\*\*\n(?: \*.*\n)+/gm, "/** … */\n")).toMatchSnapshot();
});

test.each(["calls", "client"] as const)("%s with a configuration", (name) => {
  const model = createClientModel(document, CONFIGS["with a configuration"]);
  const plain = WRITERS[name](document, createClientModel(document));
  expect(listChangedLines(plain, WRITERS[name](document, model)).join("\n")).toMatchSnapshot();
});

test.each(Object.keys(CONFIGS))("what a client lacks %s", (name) => {
  expect(formatCompactJson(createClientModel(document, CONFIGS[name]).omissions)).toMatchSnapshot();
});

// The types of the table are in the snapshot of the operations of shop.
test("operations", () => {
  expect(foldBlocks(generateOperations(document)).replace(/^[\s\S]*?(?=\/\*\* Every operation)/, "")).toMatchSnapshot();
});

test.each(["standard-webhooks", { header: "X-Signature", encoding: "hex" }] as const)("webhooks with %j", (config) => {
  expect(generateWebhooksFile(document, config, "runtime")).toMatchSnapshot();
});

const specOf = (info: object) => loadDocument("spec.json", () => JSON.stringify({ openapi: "3.1.0", info, paths: {} }));

test("packages", () => {
  const infos = [
    {
      title: "--A b! C--",
      version: "1.2.3-rc.1+b",
      summary: "S",
      description: "D",
      license: { identifier: "MIT", name: "x y" },
    },
    { title: "日本", version: "2.1", license: { name: "Apache 2.0" } },
    { title: "T", version: "2026-01-31", license: { name: "Apache-2.0" } },
    { title: "x".repeat(201), version: "01.02" },
    {},
  ];
  const configs = [{}, { name: "own", version: "9.9.9", license: "ISC" }];
  const facts = infos.flatMap((info) =>
    configs.map((config) => JSON.stringify(readPackageFacts(specOf(info), config))),
  );
  expect(facts.join("\n")).toMatchSnapshot();
  const formatted = [
    {},
    { runtime: "./runtime.js", webhooks: "standard-webhooks" },
    { runtime: "other", with: ["msw", "standard-schema", "tanstack-query"] },
  ] satisfies ClientConfig[];
  const [first = "", ...others] = formatted.map((config) =>
    formatPackageJson(readPackageFacts(specOf({})), config, { name: "r", version: "1.0.0" }),
  );
  expect(first).toMatchSnapshot();
  for (const other of others) expect(listChangedLines(first, other).join("\n")).toMatchSnapshot();
});

test.each([
  ["a", "a"],
  ["$_1", "$_1"],
  ["a b-c.d", "aBCD"],
  ["List orders", "listOrders"],
  ["1st", "_1st"],
  ["é-ü", "éÜ"],
  ["", "_"],
  ["--", "_"],
])("the identifier of %j is %s", (given, name) => expect(toIdentifier(given)).toBe(name));

test("a literal fits on a line of 120 characters", () => {
  const list = ["x".repeat(115)];
  expect(formatLiteral(list)).toBe(JSON.stringify(list));
  expect(formatLiteral([`${list[0]}x`])).toBe(`[\n  "${list[0]}x",\n]`);
  expect(formatLiteral(list, "", 1)).toContain("\n");
  expect(formatLiteral({ a: list, "b-c": {}, d: null }, "  ")).toBe(
    `{\n    a: [\n      "${list[0]}",\n    ],\n    "b-c": {},\n    d: null,\n  }`,
  );
});
