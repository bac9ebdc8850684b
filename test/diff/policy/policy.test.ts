/** Policies: each rule changes the level of the changes that it names, and of no others. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyPolicy, checkVersion, type DiffPolicy, type VersionBump } from "../../../src/diff/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { baseText, type Case, difference, documentOf, edited } from "../case.js";

type Edit = Pick<Case, "set" | "remove">;
type Row = readonly [title: string, edit: { old?: Edit; new?: Edit }, policy: DiffPolicy, expected: readonly string[]];

const LIMIT = "/paths/~1orders/get/parameters/0/schema/maximum";
const DELETE = "/paths/~1orders~1{orderId}/delete";
const narrowed = { new: { set: { [LIMIT]: 50 } } };
const removed = { new: { remove: [DELETE] } };
const RATING = "/components/schemas/Order/properties/rating";
const withoutRating = { new: { remove: [RATING] } };
const today = "2026-02-15";

function apply(edit: { old?: Edit; new?: Edit }, policy: DiffPolicy): string[] {
  const base = JSON.parse(baseText());
  const [old, next] = [edited(base, edit.old ?? {}), edited(edited(base, edit.old ?? {}), edit.new ?? {})].map((it) =>
    JSON.stringify(it),
  );
  if (old === undefined || next === undefined) throw new Error("no spec");
  const documents = { old: documentOf(old, "old.json"), new: documentOf(next, "new.json") };
  const findings = applyPolicy(difference(old, next).findings, documents, { policy, today });
  return findings.map(({ code, level }) => `${code} ${level}`);
}

const rule = (it: Partial<NonNullable<DiffPolicy["levels"]>[number]>): DiffPolicy => ({
  levels: [{ code: "request.bounds.narrowed", level: "info", ...it }],
});
const BOUNDS = "request.bounds.narrowed";

const ROWS: readonly Row[] = [
  ["no rule", narrowed, {}, [`${BOUNDS} error`]],
  ["a code", narrowed, rule({}), [`${BOUNDS} info`]],
  ["another code", narrowed, rule({ code: "request.text.narrowed" }), [`${BOUNDS} error`]],
  ["a prefix, off", narrowed, rule({ code: "request.*", level: "off" }), []],
  [
    "the last rule applies",
    narrowed,
    { levels: [...(rule({ level: "info" }).levels ?? []), ...(rule({ level: "warn" }).levels ?? [])] },
    [`${BOUNDS} warn`],
  ],
  ["an operation", narrowed, rule({ operation: "listOrders" }), [`${BOUNDS} info`]],
  ["another operation", narrowed, rule({ operation: "createOrder" }), [`${BOUNDS} error`]],
  ["a path", narrowed, rule({ path: "/orders" }), [`${BOUNDS} info`]],
  ["a prefix of a path", narrowed, rule({ path: "/ord*" }), [`${BOUNDS} info`]],
  ["another path", narrowed, rule({ path: "/orders/*" }), [`${BOUNDS} error`]],
  [
    "an extension of the operation",
    { old: { set: { "/paths/~1orders/get/x-internal": true } }, ...narrowed },
    rule({ extension: "x-internal" }),
    [`${BOUNDS} info`],
  ],
  [
    "an extension that is false",
    { old: { set: { "/paths/~1orders/get/x-internal": false } }, ...narrowed },
    rule({ extension: "x-internal" }),
    [`${BOUNDS} error`],
  ],
  [
    "an extension of the parameter",
    { old: { set: { "/paths/~1orders/get/parameters/0/x-stability-level": "alpha" } }, ...narrowed },
    rule({ extension: "x-stability-level", value: ["draft", "alpha"] }),
    [`${BOUNDS} info`],
  ],
  [
    "another value of the extension",
    { old: { set: { "/paths/~1orders/get/parameters/0/x-stability-level": "stable" } }, ...narrowed },
    rule({ extension: "x-stability-level", value: ["draft", "alpha"] }),
    [`${BOUNDS} error`],
  ],
  [
    "an extension that is new cannot hide a break",
    { new: { set: { [LIMIT]: 50, "/paths/~1orders/get/x-internal": true } } },
    rule({ extension: "x-internal" }),
    [`${BOUNDS} error`],
  ],
  ["a removal before its sunset", removed, {}, ["operation.removed error"]],
  [
    "a removal after its sunset",
    { old: { set: { [`${DELETE}/x-sunset`]: "2026-02-15" } }, ...removed },
    {},
    ["operation.removed info"],
  ],
  [
    "a sunset without a deprecation",
    { old: { set: { [`${DELETE}/x-sunset`]: "2026-02-15" }, remove: [`${DELETE}/deprecated`] }, ...removed },
    {},
    ["operation.removed error"],
  ],
  [
    "a deprecation with enough notice",
    { new: { set: { "/paths/~1orders/get/deprecated": true, "/paths/~1orders/get/x-sunset": "2026-05-16" } } },
    { deprecation: { minDays: 90 } },
    ["operation.deprecated info"],
  ],
  [
    "a deprecation a day too late",
    { new: { set: { "/paths/~1orders/get/deprecated": true, "/paths/~1orders/get/x-sunset": "2026-05-15" } } },
    { deprecation: { minDays: 90 } },
    ["operation.deprecated error"],
  ],
  [
    "a deprecation without a day",
    { new: { set: { "/paths/~1orders/get/deprecated": true } } },
    { deprecation: { minDays: 90 } },
    ["operation.deprecated error"],
  ],
  [
    "a status that strict clients do not know",
    { new: { set: { "/paths/~1orders/get/responses/202": { description: "Later." } } } },
    {},
    ["response.status.added error"],
  ],
  [
    "a status that tolerant clients do not know",
    { new: { set: { "/paths/~1orders/get/responses/202": { description: "Later." } } } },
    { reader: "tolerant" },
    ["response.status.added warn"],
  ],
  ["an optional property of responses is removed", withoutRating, {}, ["response.property.removed warn"]],
  [
    "tolerant clients need no optional property",
    withoutRating,
    { reader: "tolerant" },
    ["response.property.removed info"],
  ],
  [
    "the removed property was deprecated",
    { old: { set: { [`${RATING}/deprecated`]: true } }, ...withoutRating },
    {},
    ["response.property.removed info"],
  ],
  [
    "the removed property has a later sunset",
    { old: { set: { [`${RATING}/deprecated`]: true, [`${RATING}/x-sunset`]: "2026-02-16" } }, ...withoutRating },
    {},
    ["response.property.removed warn"],
  ],
];

test.each(ROWS)("%s", (_, edit, policy, expected) => {
  expect(apply(edit, policy)).toEqual(expected);
});

test.each<readonly [string, string, VersionBump, boolean, string | undefined]>([
  ["1.2.3", "2.0.0", "major", true, "2.0.0"],
  ["1.2.3", "1.9.0", "major", false, "2.0.0"],
  ["1.2.3", "1.3.0", "minor", true, "1.3.0"],
  ["1.2.3", "1.2.4", "minor", false, "1.3.0"],
  ["1.2.3", "1.2.3", "patch", false, "1.2.4"],
  ["1.2.3", "1.2.3", "none", true, "1.2.3"],
  ["0.2.3", "0.3.0", "major", true, "0.3.0"],
  ["0.2.3", "0.2.4", "major", false, "0.3.0"],
  ["v1.2", "v2", "major", true, "2.0.0"],
  ["2026-01", "2026-02", "minor", false, undefined],
])("info.version %s to %s for %s", (old, next, bump, isEnough, least) => {
  const load = (version: string) =>
    documentOf(JSON.stringify({ ...JSON.parse(baseText()), info: { title: "A", version } }));
  const check = checkVersion({ old: load(old), new: load(next) }, bump);
  expect(check).toEqual({ old, new: next, isEnough, ...(least === undefined ? {} : { least }) });
});

const spec = (maximum: number, version: string): string =>
  JSON.stringify(edited(JSON.parse(baseText()), { set: { [LIMIT]: maximum, "/info/version": version } }));

test.each([
  ["diff: { levels: [{ code: request.*, level: warn }] }", [], 0, "! may break request.bounds.narrowed"],
  ["diff: { levels: [{ code: request.*, level: warn }], failOn: warn }", [], 1, "! may break"],
  ["diff: { checkVersion: true }", ["--fail-on", "never"], 1, "but the changes are major; expected 2.0.0 or higher."],
  ["diff: { checkVersion: true }", [], 1, "info.version: 1.0.0 to 1.1.0, but the changes are major"],
  [
    "diff: { levels: [{ code: request.bound.narrowed, level: warn }] }",
    [],
    2,
    'did you mean "request.bounds.narrowed"?',
  ],
  ["diff: { reader: tolerent }", [], 2, "/diff/reader"],
])("%s", async (config, args, code, shown) => {
  const folder = createFolder({
    "old.json": spec(100, "1.0.0"),
    "new.json": spec(50, "1.1.0"),
    "c.yaml": `${config}\n`,
  });
  const at = (name: string): string => join(folder, name);
  const result = await runContract(["diff", at("old.json"), at("new.json"), "--config", at("c.yaml"), ...args]);
  expect(result.stdout + result.stderr).toContain(shown);
  expect(result.code).toBe(code);
});
