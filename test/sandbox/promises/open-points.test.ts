/** Checks the sandbox's behavior for every open question (spec/open-points.yaml, `sandbox`). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { defects } from "../checked-client.js";
import { BOUND_CHECKS } from "./bounds.js";
import type { Checks } from "./check-setup.js";
import { DELIVERY_CHECKS } from "./deliveries.js";
import { LIST_CHECKS } from "./lists.js";
import { ORDER_CHECKS } from "./orders.js";
import { TOKEN_CHECKS } from "./tokens.js";

type OpenPoint = { readonly id: string; readonly sandbox: string };

const points = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly OpenPoint[];
const checks: Checks = { ...ORDER_CHECKS, ...LIST_CHECKS, ...TOKEN_CHECKS, ...BOUND_CHECKS, ...DELIVERY_CHECKS };

test("every open question has a check, and every check an open question", () => {
  expect(Object.keys(checks).toSorted()).toEqual(points.map(({ id }) => id).toSorted());
});

test.each(points.map(({ id, sandbox }) => [id, sandbox] as const))("%s: %s", async (id) => {
  await checks[id]?.();
  expect(defects).toEqual([]);
});
