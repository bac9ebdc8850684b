/** The totals objects of an order are present once payments were made, so a request without any of them passes. */
import { expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { createExchange } from "../check/inline-contract.js";
import { readSpec } from "./spec-files.js";

const contract = loadContract("spec/openapi.yaml");
const example = (name: string) => (readSpec(`components/examples/recordOrder.${name}.yaml`) as { value: object }).value;

test.each([
  ["no totals", {}, "passed", []],
  [
    "a list instead of totals",
    { capturedTotals: [] },
    "failed",
    ["request.body.invalid /amounts/capturedTotals", "response.status.invalid-accepted "],
  ],
])("%s", (_, totals, verdict, found) => {
  const result = contract.check(
    createExchange({
      method: "PUT",
      url: "https://services.commerce-cloud.example/businesses/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/orders/507c9eb3-2d4f-418a-83e5-7f901b2d4e63",
      headers: [
        ["Authorization", "Bearer t"],
        ["Api-Version", "1.2"],
        ["Service-Request-Id", "4d1f1d2e-7a34-4c3b-9f5f-0f8f9a6f3d11"],
        ["Content-Type", "application/json"],
      ],
      body: JSON.stringify({ ...example("past-order"), amounts: { netTotal: 1200, currency: "USD", ...totals } }),
      status: 201,
      response: example("past-order"),
    }),
  );
  expect(result.findings.map(({ code, property = "" }) => `${code} ${property}`)).toEqual(found);
  expect(result.verdict).toBe(verdict);
});
