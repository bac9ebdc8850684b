import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { createLocator } from "../../../src/sandbox/requests/operation-server.js";
import { summarize } from "./summarize.js";

const locate = createLocator(listOperations(loadDocument("spec/openapi.yaml")), {
  baseUrl: () => "http://service.example",
  billingUrl: () => "http://billing.example",
});
const ORDERS = "listOrders businessId=b";
const ELSEWHERE = "404 UNKNOWN_PATH: the service has no such path; the billing service has it: http://billing.example";

test.each<[method: string, target: string, address: "service" | "billing" | undefined, expected: string]>([
  ["GET", "/businesses/b/orders", undefined, ORDERS],
  ["GET", "/businesses/b/orders?a=/", "service", ORDERS],
  ["GET", "/apps/a/plans", undefined, "listPlans appId=a"],
  ["GET", "/apps/a/plans", "billing", "listPlans appId=a"],
  ["GET", "/apps/a/plans", "service", `${ELSEWHERE} appId=a`],
  ["POST", "/apps/a/plans", "service", ELSEWHERE],
  [
    "GET",
    "/businesses/b/orders",
    "billing",
    "404 UNKNOWN_PATH: the billing service has no such path; the service has it: http://service.example businessId=b",
  ],
  [
    "POST",
    "/businesses/b/orders",
    undefined,
    "405 UNKNOWN_METHOD: the spec has GET on /businesses/{businessId}/orders Allow=GET",
  ],
  [
    "POST",
    "/businesses/b/orders",
    "service",
    "405 UNKNOWN_METHOD: the spec has GET on /businesses/{businessId}/orders Allow=GET",
  ],
  ["GET", "/nothing", undefined, ""],
  ["GET", "/nothing", "billing", ""],
  ["GET", "/businesses/b/orders/", undefined, ""],
  ["GET", "//businesses/b/orders", undefined, ""],
  ["GET", "businesses/b/orders", undefined, ""],
  ["GET", "/businesses/b/orders?a#b", undefined, ""],
  ["OPTIONS", "*", undefined, ""],
])("%s %s at %s", (method, target, address, expected) => {
  const request = {
    method,
    target,
    headers: [],
    body: new Uint8Array(),
    ...(address === undefined ? {} : { address }),
  };
  const { operation, path, refusal, request: located } = locate(request);
  const { refused: refusedWith } = (summarize(refusal?.toResponse()) ?? {}) as { readonly refused?: string };
  const values = [...path, ...Object.entries(refusal?.headers ?? {})].map((it) => it.join("="));
  expect([operation?.id ?? refusedWith, ...values].filter((it) => it !== undefined).join(" ")).toBe(expected);
  expect(located).toBe(request);
});
