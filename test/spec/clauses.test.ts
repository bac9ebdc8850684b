import { describe, expect, test } from "vitest";
import {
  createHook,
  createToken,
  listOrders,
  listPlans,
  onOrderOpened,
  updateOrder,
} from "../../generated/validators.js";
import { readSpec } from "./spec-files.js";

/** Clauses that require something or relate fields: the example conforms to them, and one edit violates them. */

type Value = Record<string, unknown>;
type Row = readonly [what: string, edit: (value: Value) => unknown, kept: boolean];

const NEXT = "/businesses/b/orders?startAt=2026-03-14T00:00:00Z&endAt=2026-03-15T00:00:00Z";

const link = (value: Value): Value => (value.links as Value[])[0] ?? {};
const setting = (changes: Value) => (value: Value) => Object.assign(link(value), changes);
const without = (name: string) => (value: Value) => delete value[name];

const patching = (path: string, value: unknown) => (patch: Value) => Object.assign(patch[0] as Value, { path, value });

const CLAUSES: readonly (readonly [string, (value: unknown) => boolean, readonly Row[]])[] = [
  [
    "listOrders.first-page",
    listOrders.responses["200"]["application/json"],
    [
      ["next by limit", setting({ href: `${NEXT}&limit=10` }), true],
      ["next in another order", setting({ href: "/orders?limit=10&endAt=1&startAt=0" }), true],
      ["next without either", setting({ href: NEXT }), false],
      ["next without endAt", setting({ href: "/orders?startAt=0&limit=10" }), false],
      ["next without startAt", setting({ href: "/orders?endAt=1&xstartAt=0&limit=10" }), false],
      ["next as absolute URL", setting({ href: `https://services.commerce-cloud.example${NEXT}&limit=10` }), false],
      ["next by another method", setting({ method: "POST" }), false],
      ["next without href", (value) => delete link(value).href, false],
      ["next without method", (value) => delete link(value).method, false],
      ["another relation", setting({ rel: "self", href: "elsewhere", method: "HEAD" }), true],
      ["no relation", (value) => Object.assign(value, { links: [{ href: "elsewhere" }] }), true],
    ],
  ],
  [
    "createToken.token",
    createToken.responses["200"]["application/json"],
    [
      ["no access token", without("accessToken"), false],
      ["no lifetime", without("expiresIn"), false],
      ["no refresh token", without("refreshToken"), false],
      ["no scope", without("scope"), true],
    ],
  ],
  [
    "updateOrder.change-amounts",
    updateOrder.request["application/json-patch+json"],
    [
      ["a sum", patching("/amounts/subTotal", 12), true],
      ["a sum as text", patching("/amounts/subTotal", "12"), false],
      ["a sum of totals as text", patching("/amounts/voidedTotals/tipAmount", "12"), false],
      ["all amounts", patching("/amounts", { subTotal: 12 }), true],
      ["a sum among all amounts as text", patching("/amounts", { subTotal: "12" }), false],
      ["totals that are no object", patching("/amounts/voidedTotals", 12), false],
      ["a currency", patching("/amounts/currency", "EUR"), true],
      ["a currency as number", patching("/amounts/currency", 978), false],
      ["fees", patching("/amounts/voidedTotals/transactionFees", []), true],
      ["fees that are no list", patching("/amounts/voidedTotals/transactionFees", {}), false],
      ["a sum that the source does not name", patching("/amounts/rounding", 12), true],
      ["a sum that the source does not name as text", patching("/amounts/rounding", "12"), false],
    ],
  ],
  [
    "createHook.created-hook",
    createHook.responses["201"]["application/json"],
    [
      ["no state", without("active"), false],
      ["not active", (value) => Object.assign(value, { active: false }), false],
      ["no secret", without("secret"), false],
      ["no id", without("id"), true],
    ],
  ],
  [
    "listPlans.two-plans",
    listPlans.responses["200"]["application/json"],
    [
      ["no count", without("count"), false],
      ["no total", without("total"), true],
    ],
  ],
  [
    "onOrderOpened.opened-order",
    onOrderOpened.request["application/json"],
    [
      ["resource by another method", setting({ method: "POST" }), false],
      ["resource by path", setting({ href: "/orders/1" }), false],
      ["another relation by another method", setting({ rel: "self", method: "POST" }), true],
      ["device in another form", (value) => Object.assign(value, { deviceId: "1" }), false],
      [
        "others in another form",
        (value) => Object.assign(value, { applicationId: "1", businessId: "2", storeId: "3" }),
        true,
      ],
    ],
  ],
];

describe.each(CLAUSES)("%s", (name, isValid, rows) => {
  const example = (): Value => (readSpec(`components/examples/${name}.yaml`) as { value: Value }).value;

  test("is valid", () => expect(isValid(example())).toBe(true));

  test.each(rows)("%s", (_, edit, kept) => {
    const value = example();
    edit(value);
    expect(isValid(value)).toBe(kept);
  });
});
