/** Scenarios that read lists, and that write what they read: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createBodyIdScenarios } from "../../../src/probe/scenarios/body-ids.js";
import { createCopyScenarios } from "../../../src/probe/scenarios/copies.js";
import { createFilterScenarios } from "../../../src/probe/scenarios/filters/filters.js";
import { createWrittenFilterScenarios } from "../../../src/probe/scenarios/filters/written-filters.js";
import { createConditionalScenarios, createMethodScenarios } from "../../../src/probe/scenarios/http/conditional.js";
import { createHttpScenarios } from "../../../src/probe/scenarios/http/http.js";
import { createKeyScenarios } from "../../../src/probe/scenarios/idempotency-keys.js";
import { createLifecycleScenarios } from "../../../src/probe/scenarios/lifecycle.js";
import { createPagingScenarios } from "../../../src/probe/scenarios/paging.js";
import { createItemScenarios, createWriteScenarios } from "../../../src/probe/scenarios/resources.js";
import { createRoundTripScenarios } from "../../../src/probe/scenarios/round-trips.js";
import { createWriteVariantScenarios } from "../../../src/probe/scenarios/write-variants.js";
import type { Defect } from "./desk.js";
import { runScenarios, type ScenarioRun } from "./run-scenarios.js";
import { createShelf, SHELF_SPEC } from "./shelf.js";

const READS = [
  ...[createPagingScenarios, createFilterScenarios, createItemScenarios, createCopyScenarios],
  ...[createHttpScenarios, createConditionalScenarios],
];
const WRITES = [
  ...[createWriteScenarios, createWrittenFilterScenarios, createMethodScenarios, createKeyScenarios],
  ...[createBodyIdScenarios, createRoundTripScenarios, createLifecycleScenarios, createWriteVariantScenarios],
];

const run = (create: ScenarioRun["create"], defect?: Defect): Promise<string[]> =>
  runScenarios({ spec: SHELF_SPEC, service: createShelf(defect), create });

test.each([
  ["reads", READS],
  ["writes", WRITES],
] as const)("a correct service: %s", async (name, create) => {
  const lines = await run(create);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`shelf-${name}.txt`);
});
