import { expect, test } from "vitest";
import { createFixtureData } from "../../../src/sandbox/seed-data/fixtures.js";
import { makeContext, NOW } from "./make-context.js";

test("the same seed gives the same orders, plans and subscriptions", () => {
  const { orders, plans, subscriptions } = createFixtureData("small", makeContext().seed, NOW);
  const items = [...[...orders].slice(0, 12), ...plans, ...subscriptions];
  expect(items.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
});
