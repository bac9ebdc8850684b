/** The settings of a check that a run gets: what it counts, its levels, and the secrets of deliveries. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LintSettings, lintSpec, prepareCheck, readDeliverySecrets } from "../../../src/cli/check/run-setup.js";
import type { Io } from "../../../src/cli/process/io.js";
import { resolveSettings, type SettingsOptions } from "../../../src/cli/settings/run-settings.js";
import { loadFaultyDocument } from "../../../src/document/index.js";

const SPEC = join(import.meta.dirname, "../../cases/library.yaml");
const io = { env: { A: "a", B: "b", EMPTY: "" } } as unknown as Io;

test.each<[options: SettingsOptions, isCounting: boolean, hasChanges: boolean]>([
  [{}, false, false],
  [{ coverage: true }, true, false],
  [{ coverageSince: SPEC }, true, true],
  [{ coverageSince: SPEC, coverage: true }, true, true],
])("a run with %j counts: %j, and has changes: %j", async (options, isCounting, hasChanges) => {
  const settings = { ...resolveSettings({ ...options, spec: SPEC }), thresholds: {} };
  const prepared = await prepareCheck(settings, io);
  expect([prepared.isCounting, prepared.changes !== undefined]).toEqual([isCounting, hasChanges]);
});

test("a threshold of coverage counts too", async () => {
  const settings = { ...resolveSettings({ spec: SPEC }), thresholds: { operations: 1 } };
  expect((await prepareCheck(settings, io)).isCounting).toBe(true);
});

test.each<[given: Parameters<typeof readDeliverySecrets>[0], secrets: readonly string[] | string]>([
  [{ secretVariables: [] }, []],
  [{ secretVariables: ["A", "B"] }, ["a", "b"]],
  [{ secretVariables: ["A", "EMPTY"] }, "webhooks.secretVariables: the environment variable EMPTY is not set"],
  [{ secretVariables: ["NONE", "EMPTY"] }, "webhooks.secretVariables: the environment variable NONE is not set"],
])("the secrets of %j are %j", (given, secrets) => {
  if (typeof secrets === "string") expect(() => readDeliverySecrets(given, io)).toThrow(secrets);
  else expect(readDeliverySecrets(given, io)).toEqual(secrets);
});

const FAULTY = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: { "/a": { get: { operationId: 5 } }, "/{b}": {} },
  components: { schemas: { A: { type: "string", default: 5 }, B: { format: "dat" } } },
});

test.each<[levels: LintSettings["levels"], findings: readonly string[]]>([
  [[], ["error spec.object.wrong-type", "warn spec.default.invalid", "info spec.component.unused"]],
  [
    [{ code: "spec.*", level: "warn" }],
    ["warn spec.object.wrong-type", "warn spec.default.invalid", "warn spec.component.unused"],
  ],
  [
    [
      { code: "spec.*", level: "off" },
      { code: "spec.component.*", level: "error" },
      { code: "spec.default.invalid", level: "warn" },
    ],
    ["error spec.component.unused", "error spec.component.unused", "warn spec.default.invalid"],
  ],
  [
    [
      { code: "spec.component.unused", level: "error" },
      { code: "spec.*", level: "off" },
      { code: "response.*", level: "error" },
    ],
    [],
  ],
])("with the levels %j, the findings are %j", (levels, findings) => {
  const loaded = loadFaultyDocument("spec.json", () => FAULTY);
  const found = lintSpec(loaded, { values: false, levels }).map(({ level, code }) => `${level} ${code}`);
  expect(found.filter((it, index) => index < 3 || it === "none")).toEqual(findings);
});
