import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  contractFiles,
  entryFile,
  type Reference,
  readSpec,
  referencesOf,
  specFiles,
  specFolder,
} from "./spec-files.js";

const references = contractFiles.flatMap(referencesOf);

describe("files of the spec", () => {
  test("every file is reached from openapi.yaml", () => {
    const reached = new Set(["openapi.yaml"]);
    for (const file of reached) for (const { to } of references.filter(({ from }) => from === file)) reached.add(to);
    expect(contractFiles.filter((file) => !reached.has(file))).toEqual([]);
  });

  test("every reference is the relative path of a file in spec/", () => {
    const wrong = ({ ref, to }: Reference): boolean =>
      ref.includes("#") ||
      ref.includes(":") ||
      ref.startsWith("/") ||
      !contractFiles.includes(to) ||
      to === "openapi.yaml";
    expect(references.filter(wrong)).toEqual([]);
  });

  test("openapi.yaml has the index of paths and webhooks by reference only", () => {
    const { paths, webhooks } = readSpec("openapi.yaml") as Record<
      "paths" | "webhooks",
      Record<string, { $ref: string }>
    >;
    for (const [path, item] of Object.entries(paths)) {
      expect(item).toEqual({ $ref: `paths/${path.slice(1).replaceAll("/", "_")}.yaml` });
    }
    for (const [name, item] of Object.entries(webhooks)) expect(item).toEqual({ $ref: `webhooks/${name}.yaml` });
  });

  test("component names are unique in the whole spec", () => {
    const names = contractFiles.filter((file) => file.startsWith("components/")).map((file) => basename(file, ".yaml"));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each([
    ["components/schemas/", /^[A-Z][A-Za-z0-9]*\.yaml$/, 150],
    ["components/parameters/", /^[A-Z][A-Za-z0-9]*(Header|Path|Query)\.yaml$/, 150],
    ["components/responses/", /^[A-Z][A-Za-z]*\.yaml$/, 150],
    ["components/securitySchemes/", /^[a-z][A-Za-z0-9]*\.yaml$/, 150],
    ["components/examples/", /^[A-Za-z]+\.[a-z0-9]+(-[a-z0-9]+)*\.yaml$/, 1000],
    ["paths/", /^[a-z_]+(\{[A-Za-z]+\}[a-z_]*)*\.yaml$/, 250],
    ["webhooks/", /^[a-z]+(-[a-z]+)*\.yaml$/, 250],
  ] as const)("%s: files are named %s and no longer than %i lines", (folder, name, lines) => {
    const files = specFiles.filter((file) => file.startsWith(folder));
    expect(files).not.toEqual([]);
    for (const file of files) {
      expect(basename(file)).toMatch(name);
      expect(readFileSync(join(specFolder, file), "utf8").split("\n").length, file).toBeLessThanOrEqual(lines + 1);
    }
  });

  test("there is no ignore file", () => {
    expect(specFiles).not.toContain(".redocly.lint-ignore.yaml");
    expect(entryFile).toMatch(/openapi\.yaml$/);
  });
});
