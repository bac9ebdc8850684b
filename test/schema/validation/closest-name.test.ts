/** Which name a misspelt one means: just near enough, and just too far. */
import { expect, test } from "vitest";
import { findClosestName } from "../../../src/schema/validation/closest-name.js";

test.each<[name: string, names: string[], closest: string | undefined]>([
  ["titel", ["title", "text"], "title"],
  ["Title", ["title"], "title"],
  ["name", ["mane"], undefined],
  ["name", ["NAME"], "NAME"],
  ["order", ["oder"], "oder"],
  ["order", ["orders"], "orders"],
  ["order", ["ordre"], "ordre"],
  ["order", ["odrre"], undefined],
  ["orderId", ["ordrId"], "ordrId"],
  ["orderId", ["ordId"], undefined],
  ["orderIds", ["orderI"], "orderI"],
  ["orderIds", ["order"], undefined],
  ["orderIds", ["roderIsd"], "roderIsd"],
  ["orderIds", ["oXdXrIds", "orXXrIds"], "oXdXrIds"],
  ["orderIds", ["oXXXrIds"], undefined],
  ["orderIds", ["oXderIds", "ORDERIDS"], "ORDERIDS"],
  ["orders", ["orders", "orderz"], undefined],
  ["orders", ["orderz", "orders"], "orderz"],
  ["x".repeat(40), ["x".repeat(41)], "x".repeat(41)],
  ["x".repeat(41), ["x".repeat(42)], undefined],
  ["orders", [...Array.from({ length: 499 }, (_, at) => `other name ${at}`), "orderz"], "orderz"],
  ["orders", [...Array.from({ length: 500 }, (_, at) => `other name ${at}`), "orderz"], undefined],
])("closest to %s is one of many", (name, names, closest) => {
  expect(findClosestName(name, names)).toBe(closest);
});
