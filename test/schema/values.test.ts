/** The findings for values in JSON and in XML, keyword by keyword. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createExchange, createInlineContract, summarizeResult } from "../check/inline-contract.js";

type Row = { readonly schema: unknown; readonly values?: readonly unknown[]; readonly bodies?: readonly string[] };

const read = (file: string): readonly Row[] => parse(readFileSync(join(import.meta.dirname, file), "utf8"));

const components = {
  schemas: {
    Cat: { type: "object", required: ["lives"], properties: { kind: { type: "string" }, lives: { type: "integer" } } },
    Dog: { type: "object", required: ["bark"], properties: { kind: { type: "string" }, bark: { type: "string" } } },
    Tree: { type: "object", properties: { next: { $ref: "#/components/schemas/Tree" }, v: { type: "integer" } } },
    Base: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
  },
};

function contractFor(schema: unknown, type: string) {
  const responses = { "200": { description: "d", content: { [type]: { schema } } } };
  const paths = { "/a": { get: { operationId: "a", responses } } };
  const servers = [{ url: "https://a.example" }];
  const root = { openapi: "3.1.0", info: { title: "t", version: "1" }, servers, paths, components };
  return createInlineContract({ "spec.json": JSON.stringify(root, null, 1) });
}

test.each(read("values.yaml").map((row) => [JSON.stringify(row.schema), row] as const))("%s", (_, row) => {
  const contract = contractFor(row.schema, "application/json");
  const lines = (row.values ?? []).map((value) => {
    return `${JSON.stringify(value)}: ${summarizeResult(contract.check(createExchange({ response: JSON.stringify(value) })))}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test.each(read("xml-values.yaml").map((row) => [JSON.stringify(row.schema), row] as const))("%s", (_, row) => {
  const contract = contractFor(row.schema, "application/xml");
  const lines = (row.bodies ?? []).map((response) => {
    const written = { response, responseHeaders: [["Content-Type", "application/xml"]] } as const;
    return `${response}: ${summarizeResult(contract.check(createExchange(written)))}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});
