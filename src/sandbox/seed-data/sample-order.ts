import type { JsonObject } from "../../document/index.js";
import type { Business } from "../tenants/index.js";
import { makeOrder } from "./make-order.js";
import { createMerchants } from "./merchant.js";
import { ORDER_SCENARIOS, type OrderScenario } from "./order-scenario.js";

export type SampleOrder = {
  readonly status: OrderScenario["status"];
  /** From 1; another number gives another order. */
  readonly number: number;
  /** In milliseconds. */
  readonly now: number;
};

/** The fixtures have lower numbers. */
const FIRST_NUMBER = 1_000_000;

/** Creates an order of any business in a status, with items, sums and payments as in the fixtures. */
export function createSampleOrder(seed: string, business: Business, { status, number, now }: SampleOrder): JsonObject {
  const [first, second] = createMerchants(seed);
  const merchant = { ...(second.id === business.id ? second : first), ...business };
  const scenario = ORDER_SCENARIOS.findIndex((it) => it.status === status);
  const position = FIRST_NUMBER + ORDER_SCENARIOS.length * number + scenario;
  return makeOrder(seed, merchant, { number: position, updatedAt: now, now });
}
