import { expect, test } from "vitest";
import { packData } from "../../../src/sandbox/seed-data/index.js";
import { makeWorld, NOW } from "./made-world.js";

test("the same seed gives the same orders, plans and subscriptions", () => {
  const { orders, plans, subscriptions } = packData("small", makeWorld().seed, NOW);
  const items = [...[...orders].slice(0, 12), ...plans, ...subscriptions];
  expect(items.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
});
