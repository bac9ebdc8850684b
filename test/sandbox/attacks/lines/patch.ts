/** P: JSON Patch. */
import { expect } from "vitest";
import { type Attack, patch, refused } from "../attack.js";

const add = (path: string, value: unknown = 1): object => ({ op: "add", path, value });
const one = (line: string, operation: object): Attack =>
  refused(line, JSON.stringify(operation).slice(0, 80), patch([operation]));
const replace = (path: string): object => ({ op: "replace", path, value: { name: "x" } });
const INDEXES = ["01", "-1", "1e0", "+1", " 1", "1.0", "0x1", "٠", "0 ", "00", "", "length", "push"];

export const PATCH_LINES: readonly Attack[] = [
  ...["/__proto__/x", "/amounts/__proto__/x", "/amounts/__proto__", "/items/__proto__/x", "/amounts/~0/__proto__"].map(
    (path) => one("P1", add(path)),
  ),
  ...["/constructor/prototype/x", "/amounts/constructor/prototype/x", "/amounts/prototype"].map((path) =>
    one("P2", add(path)),
  ),
  ...["__proto__", "constructor", "prototype"].flatMap((name) => [
    refused(
      "P3",
      `${name} in a value`,
      patch(`[{"op":"add","path":"/amounts/x","value":{"${name}":{"polluted":true}}}]`),
    ),
    refused(
      "P3",
      `${name} deep in a value`,
      patch(`[{"op":"replace","path":"/items","value":[{"a":[{"${name}":1}]}]}]`),
    ),
  ]),
  refused("P3", "an escaped __proto__", patch('[{"op":"add","path":"/amounts/x","value":{"\\u005f_proto__":{}}}]')),
  one("P4", { op: "test", path: "/amounts/netTotal", value: 1000 }),
  one("P5", { op: "move", from: "/amounts", path: "/fees" }),
  one("P5", { op: "move", from: "/amounts", path: "/amounts/x" }),
  one("P6", { op: "copy", from: "/items", path: "/items/-" }),
  refused(
    "P6",
    "40 copies, each twice as large",
    patch(Array(40).fill({ op: "copy", from: "/items", path: "/items/-" })),
  ),
  ...["ADD", "Add", "delete", "", "__proto__", "toString", null, 1, ["add"], { op: "add" }].map((op) =>
    one("P7", { op, path: "/amounts/netTotal", value: 1 }),
  ),
  one("P7", { path: "/amounts/netTotal", value: 1 }),
  one("P8", { op: "remove", path: "/items/-" }),
  one("P8", { op: "replace", path: "/items/-", value: {} }),
  one("P8", { op: "replace", path: "/amounts/-", value: 1 }),
  ...INDEXES.map((index) => one("P9", replace(`/items/${index}`))),
  ...INDEXES.map((index) =>
    refused(
      "P9",
      `within amounts: ${JSON.stringify(index)}`,
      patch([
        { op: "add", path: "/amounts/capturedTotals", value: { transactionFees: [{}] } },
        { op: "replace", path: `/amounts/capturedTotals/transactionFees/${index}`, value: {} },
      ]),
    ),
  ),
  ...["9999999", "4294967296", "1e9", "99999999999999999999"].flatMap((index) => [
    one("P10", add(`/items/${index}`, {})),
    refused(
      "P10",
      `within amounts: ${index}`,
      patch([
        { op: "add", path: "/amounts/capturedTotals", value: { transactionFees: [] } },
        { op: "add", path: `/amounts/capturedTotals/transactionFees/${index}`, value: {} },
      ]),
    ),
  ]),
  ...["/amounts/~2", "/amounts/~", "/amounts/x~", "amounts/netTotal", "#/amounts", "", "/", "//", "/amounts/../id"].map(
    (path) => one("P11", add(path)),
  ),
  one("P11", { op: "remove", path: "" }),
  one("P11", { op: "replace", path: "", value: { id: "x" } }),
  ...[
    "/id",
    "/context/businessId",
    "/createdAt",
    "/updatedAt",
    "/statuses/status",
    "/notes",
    "/transactions/0/settled",
  ].map((path) => one("P11", { op: "replace", path, value: "x" })),
  ...[101, 10_000].map((count) =>
    refused(
      "P12",
      `${count} operations`,
      patch(Array(count).fill({ op: "replace", path: "/amounts/netTotal", value: 1 })),
    ),
  ),
  refused("P12", "10 MB", patch([add("/amounts/x", "x".repeat(10_000_000))])),
  {
    line: "P12",
    title: "two patches of 600 kB each, which add up to more than an order may be",
    hasEffect: true,
    run: async (field) => {
      const fees = { transactionFees: ["x".repeat(600_000)] };
      const grow = (name: string) => field.send(patch([add(`/amounts/${name}`, fees)])(field));
      const [first, second] = [await grow("voidedTotals"), await grow("capturedTotals")];
      expect([first.status, second.status, second.json.code]).toEqual([200, 400, "ORDER_TOO_LARGE"]);
    },
  },
  one("P13", add(`/amounts/${"x".repeat(10_000)}`)),
  one("P13", add(`/amounts${"/x".repeat(5000)}`)),
  one("P13", add(`/amounts${"/x".repeat(40)}`)),
  refused(
    "P14",
    "the last of five fails",
    patch([
      ...[1, 2, 3, 4].map((value) => ({ op: "replace", path: "/amounts/netTotal", value })),
      { op: "remove", path: "/amounts/nothing" },
    ]),
  ),
  refused(
    "P14",
    "the result is no order",
    patch([
      { op: "replace", path: "/amounts/subTotal", value: 7 },
      { op: "replace", path: "/amounts/netTotal", value: "seven" },
    ]),
  ),
  refused(
    "P14",
    "amounts that are removed, and then something in them",
    patch([
      { op: "remove", path: "/amounts" },
      { op: "add", path: "/amounts/netTotal", value: 1 },
    ]),
  ),
  refused("P15", "path twice", patch('[{"op":"replace","path":"/amounts/netTotal","path":"/id","value":1}]')),
  refused(
    "P15",
    "op twice, once escaped",
    patch('[{"op":"test","\\u006fp":"add","path":"/amounts/netTotal","value":1}]'),
  ),
  one("P15", { op: "remove", path: "/amounts/netTotal", value: 1, from: "/id" }),
  ...["{}", "null", '"[]"', "[]", "[null]", "[[]]", "1", '[{"op":"add","path":"/amounts/x"}]'].map((text) =>
    refused("P16", text, patch(text)),
  ),
  ...[
    "application/merge-patch+json",
    "text/plain",
    "application/json-patch+xml",
    "application/json-patch+json;charset=utf-16",
  ].map((type) => refused("P16", type, patch([{ op: "replace", path: "/amounts/netTotal", value: 1 }], type))),
];
