/**
 * A sample of the planted defects; `npm run long faults` tests all of them. Each must be found within a small budget, and
 * none in a healthy service. A case also fails if its defect is not injected, because the report then equals the
 * healthy one.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAULTS, keyOf } from "../../../scripts/long/faults/catalogue.js";
import { revealsFault } from "../../../scripts/long/faults/fault.js";
import {
  createProbeRunner,
  type ProbeRunner,
  type ProbeRunOptions,
} from "../../../scripts/long/faults/probe-runner.js";

type Row = Pick<ProbeRunOptions, "phases" | "only" | "maxRequests" | "timeoutMs"> & { readonly fault: string };

const EXAMPLES = { phases: ["examples"] } as const;
const SCENARIOS = { phases: ["stateful"] } as const;

const ROWS: readonly Row[] = [
  { fault: "wrong status: 202 for 200, getOrder", ...EXAMPLES, only: ["listOrders", "getOrder"] },
  { fault: "required field dropped: count, listTransactions", ...EXAMPLES, only: ["listTransactions"] },
  {
    fault: "Content-Encoding gzip without gzip, getSubscription",
    ...EXAMPLES,
    only: ["listSubscriptions", "getSubscription"],
  },
  {
    ...{ fault: "response never ends, getSubscription", ...EXAMPLES },
    ...{ only: ["listSubscriptions", "getSubscription"], timeoutMs: 3000 },
  },
  { fault: "filter ignored: orderStatus of orders, listOrders", ...SCENARIOS, only: ["listOrders"] },
  { fault: "page repeated: startOffset ignored, listTransactions", ...SCENARIOS, only: ["listTransactions"] },
  { fault: "token not checked, listPlans", ...SCENARIOS, only: ["listPlans"] },
  { fault: "idempotency broken: key changed, createHook", ...SCENARIOS, only: ["createHook"] },
  {
    fault: "write lost: the response repeats the request, recordOrder",
    ...SCENARIOS,
    only: ["getOrder", "recordOrder"],
  },
  {
    fault: "accepted: wrong Api-Version, getOrder",
    phases: ["negatives"],
    only: ["listOrders", "getOrder"],
    maxRequests: 60,
  },
  { fault: "rejected: limit 100, listOrders", phases: ["boundaries"], only: ["listOrders"], maxRequests: 60 },
  {
    ...{ fault: "webhook: signature of other bytes: the JSON is reformatted, createHook", ...SCENARIOS },
    only: ["recordOrder", "createHook", "onOrderOpened", "onOrderUpdated", "onOrderCompleted", "onOrderCancelled"],
  },
];

let runner: ProbeRunner;
beforeAll(async () => {
  runner = await createProbeRunner();
});
afterAll(() => runner.close());

test.each(ROWS)("$fault", async ({ fault: key, timeoutMs, ...budget }) => {
  const fault = faultOf(key);
  const healthy = await runner.run(budget);
  expect(healthy.errors).toEqual([]);
  const revealing = [...healthy.seen.values()].filter((it) => {
    const [code = "", operation = ""] = it.split(" ");
    return revealsFault(fault, code, operation);
  });
  expect(revealing, "reported for the healthy sandbox").toEqual([]);
  const planted = await runner.run({ ...budget, ...(timeoutMs === undefined ? {} : { timeoutMs }), fault });
  expect(fault.codes, planted.errors.join("\n")).toContain(planted.found);
});

test("the catalogue has one entry for each name", () => {
  const keys = FAULTS.map(keyOf);
  expect(keys).toEqual([...new Set(keys)]);
  expect(keys.length).toBeGreaterThanOrEqual(64);
});

function faultOf(key: string): (typeof FAULTS)[number] {
  const fault = FAULTS.find((it) => keyOf(it) === key);
  if (fault === undefined) throw new Error(`there is no fault ${key}`);
  return fault;
}
