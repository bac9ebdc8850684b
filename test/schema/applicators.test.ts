/** What is known of a value below each keyword that applies a schema to it, and below each two of them. */
import { expect, test } from "vitest";
import { APPLICATORS } from "../../src/document/applicators.js";
import { type Json, type JsonObject, joinPointer, loadDocument } from "../../src/document/index.js";
import { createUndeclaredCollector, isSensitive } from "../../src/schema/index.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";
import { createExchange, createInlineContract, getCodes } from "../check/inline-contract.js";
import { ROWS, type Row } from "./applicator-rows.js";

const SECRET = "1971-05-06";
const KNOWN = { properties: { known: {} } };

/** A mark, a value that it is about, and what is found if the schema describes the value. */
const MARKS = {
  writeOnly: { mark: { writeOnly: true }, value: "pin", kind: "write-only", isOfProperty: true },
  readOnly: { mark: { readOnly: true }, value: "pin", kind: "read-only", isOfProperty: true },
  "x-extensible-enum": { mark: { "x-extensible-enum": ["a"] }, value: "b", kind: "not-in-enum" },
  undeclared: { mark: KNOWN, value: { known: 1, extra: 2 }, kind: "undeclared" },
} as const;

const around = ({ at }: Row, value: Json): Json => {
  if (at === undefined) return value;
  if (at === "text") return JSON.stringify(value);
  return at === 0 ? [value] : { [at]: value };
};

/** A schema that rejects a text at the end of a path, and reports it. */
function rejecting(path: readonly (string | number)[]): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return { maxLength: 1 };
  return typeof first === "number" ? { items: rejecting(rest) } : { properties: { [first]: rejecting(rest) } };
}

/** The path to the value as far as JSON goes. */
function pathOf(rows: readonly Row[]): (string | number)[] {
  const text = rows.findIndex(({ at }) => at === "text");
  return (text === -1 ? rows : rows.slice(0, text)).flatMap(({ at }) => at ?? []);
}

const HEAD = { openapi: "3.1.0", info: { title: "t", version: "1" }, servers: [{ url: "https://a.example" }] };

const wrapAll = (rows: readonly Row[], mark: JsonObject, components: Record<string, Json>): JsonObject => ({
  properties: { leaf: rows.reduceRight((inner, row) => row.wrap(inner, components), mark) },
});
const fill = (rows: readonly Row[], leaf: Json): JsonObject => ({
  leaf: rows.reduceRight((value, row) => around(row, value), leaf),
});

/** What is found for each mark below some rows, and whether a sensitive value counts as one. */
function inspect(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const components: Record<string, Json> = {};
  for (const [name, { mark }] of [
    ...Object.entries(MARKS),
    ["x-sensitive", { mark: { "x-sensitive": true } }] as const,
  ])
    components[name] = wrapAll(rows, mark, components);
  const document = loadDocument("spec.json", () => JSON.stringify({ ...HEAD, components: { schemas: components } }));
  const schemas = createSchemas(document);
  const collect = createUndeclaredCollector(schemas);
  const found = Object.entries(MARKS).map(([name, { value }]) => {
    const direction = name === "readOnly" ? "request" : "response";
    const listed = collect(`/components/schemas/${name}`, direction, fill(rows, value));
    return [name, listed.map(({ kind }) => kind)];
  });
  const instance = joinPointer("", "leaf", ...pathOf(rows));
  return {
    ...Object.fromEntries(found),
    "x-sensitive": isSensitive(schemas, "/components/schemas/x-sensitive", instance),
  };
}

/** The same, as the findings of exchanges, and by whether they print the value. */
function report(row: Row): Readonly<Record<string, unknown>> {
  const components: Record<string, Json> = {};
  const rejected = { properties: { leaf: rejecting(pathOf([row])) } };
  const schemas = {
    ...Object.fromEntries(Object.entries(MARKS).map(([name, { mark }]) => [name, wrapAll([row], mark, components)])),
    "x-sensitive": { allOf: [wrapAll([row], { "x-sensitive": true }, components), rejected] },
    plain: { allOf: [wrapAll([row], {}, components), rejected] },
  };
  const paths = Object.entries(schemas).map(([name, schema]) => {
    const content = { "application/json": { schema } };
    const isRequest = name === "readOnly";
    const responses = { "200": { description: "d", ...(isRequest ? {} : { content }) } };
    return [`/${name}`, { post: { responses, ...(isRequest ? { requestBody: { content } } : {}) } }];
  });
  const document = { ...HEAD, paths: Object.fromEntries(paths), components: { schemas: components } };
  const contract = createInlineContract({ "spec.json": JSON.stringify(document) });
  const check = (name: string, leaf: Json) => {
    const body = JSON.stringify(fill([row], leaf));
    const url = `https://a.example/${name}`;
    const headers: [string, string][] = [["Content-Type", "application/json"]];
    const content = name === "readOnly" ? { headers, body, responseHeaders: [] } : { response: body };
    return contract.check(createExchange({ method: "POST", url, ...content }));
  };
  const isPrinted = (name: string): boolean => {
    const { verdict, findings } = check(name, SECRET);
    expect(verdict).toBe("failed");
    return JSON.stringify(findings).includes(SECRET);
  };
  expect(isPrinted("plain")).toBe(true);
  const found = Object.entries(MARKS).map(([name, { value }]) => {
    const codes = getCodes(check(name, value)).filter((code) => code !== "response.status.invalid-accepted");
    return [name, codes.map((code) => code.replace(/^.*\.body\./, ""))];
  });
  return { ...Object.fromEntries(found), "x-sensitive": !isPrinted("x-sensitive") };
}

/** What has to be reported, by the rows alone. */
function expected(rows: readonly Row[]): Readonly<Record<string, unknown>> {
  const isDescribed = rows.every(({ describes }) => describes);
  const text = rows.findIndex(({ at }) => at === "text");
  const isInText = (index: number): boolean => text !== -1 && text < index;
  const isSensitiveBelow = rows.every((row, index) => row.redacts || (row.isInOtherFile === true && isInText(index)));
  const [step = "leaf"] = rows.flatMap(({ at }) => at ?? []).slice(-1);
  const codes = Object.entries(MARKS).map(([name, mark]) => {
    const isReported = isDescribed && (!("isOfProperty" in mark) || typeof step === "string");
    return [name, isReported ? [mark.kind] : []];
  });
  return { ...Object.fromEntries(codes), "x-sensitive": isSensitiveBelow };
}

test("the rows are the keywords of the table, and the references", () => {
  const keywords = [...Object.keys(APPLICATORS), "$ref", "$dynamicRef"];
  expect([...new Set(ROWS.map(({ keyword }) => keyword.split(" ")[0]))].sort()).toEqual(keywords.sort());
});

test.each(ROWS.map((row) => [row.keyword, row] as const))("below %s", (_, row) => {
  expect(inspect([row])).toEqual(expected([row]));
  expect(report(row)).toEqual(expected([row]));
});

test.each(ROWS.map((row) => [row.keyword, row] as const))("below each keyword in %s", (_, outer) => {
  const found = ROWS.map((inner) => [inner.keyword, inspect([outer, inner])]);
  expect(found).toEqual(ROWS.map((inner) => [inner.keyword, expected([outer, inner])]));
});

test("bench/APPLICATORS.md has the results below each keyword", async () => {
  const marks = [...Object.keys(MARKS), "x-sensitive"];
  const rows = ROWS.map((row) => {
    const found = report(row);
    return [`\`${row.keyword}\``, ...marks.map((mark) => ([found[mark]].flat().some(Boolean) ? "yes" : "no"))];
  });
  const head = ["keyword", ...marks.map((mark) => (mark === "undeclared" ? "undeclared property" : `\`${mark}\``))];
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  await expect(`${APPLICATORS_TEXT}\n${table}\n`).toMatchFileSnapshot("../../bench/APPLICATORS.md");
});

const APPLICATORS_TEXT = `# Marks below each keyword

Written by \`npx vitest run test/schema/applicators.test.ts -u\`; do not edit. An exchange has a value below each keyword that holds schemas.
"yes" means that \`contract check\` reports the mark: a write-only value in a response, a read-only one in a request, a value that is not
listed, or an undeclared property. For \`x-sensitive\`, it means that no finding shows the value.

A cell is "no" where the schema does not describe the value: it does not match, or is about something else. A read-only or write-only mark
is about a property, so that it is not reported for items. The same test checks each two keywords below each other.
`;

test.each([
  ["that an if names", { if: { properties: { kind: { const: "a" } }, required: ["kind"] } }, []],
  ["that an if names deep inside", { if: { properties: { in: { properties: { deep: { const: 1 } } } } } }, []],
  ["that only then names", { if: { required: ["absent"] }, then: { properties: { kind: {} } } }, ["undeclared"]],
])("a property %s, of a value that does not match", (_, more, kinds) => {
  const schema = { type: "object", properties: { id: {}, in: { type: "object", properties: { x: {} } } }, ...more };
  const spec = { ...HEAD, components: { schemas: { A: schema } } };
  const collect = createUndeclaredCollector(createSchemas(loadDocument("spec.json", () => JSON.stringify(spec))));
  const value = JSON.stringify(more).includes("deep") ? { id: 1, in: { deep: 2 } } : { id: 1, kind: "b" };
  expect(collect("/components/schemas/A", "response", value).map(({ kind }) => kind)).toEqual(kinds);
});
