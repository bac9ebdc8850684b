/** Lists that continue by the `links` of the spec. Each negative is one edit away from the first. */
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";

type Edits = { readonly link?: object; readonly properties?: object; readonly parameter?: string };

const LINK = { operationId: "listNotes", parameters: { after: "$response.body#/page/next" } };

function describeLists({ link = LINK, properties = {}, parameter = "after" }: Edits): unknown {
  const schema = {
    type: "object",
    properties: { notes: { type: "array", items: {} }, page: { type: "object" }, ...properties },
  };
  const response = { description: "Notes.", content: { "application/json": { schema } }, links: { next: link } };
  const spec = {
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          parameters: [{ name: parameter, in: "query", schema: { type: "string" } }],
          responses: { 200: response },
        },
      },
    },
  };
  const [call] = createClientModel(loadDocument("spec.yaml", () => stringify(spec))).calls;
  return (call?.row.list as { readonly text: string } | undefined)?.text;
}

const EXPECTED =
  '/* @__PURE__ */ runtime.defineList("notes", "notes", () => runtime.createCursorReader("after", "page/next"))';

test.each<[string, Edits, string | undefined]>([
  ["its operationId", {}, EXPECTED],
  [
    "the location of the parameter",
    { link: { ...LINK, parameters: { "query.after": "$response.body#/page/next" } } },
    EXPECTED,
  ],
  ["a reference", { link: { operationRef: "#/paths/~1notes/get", parameters: LINK.parameters } }, EXPECTED],
  ["another operation", { link: { ...LINK, operationId: "getNote" } }, undefined],
  ["another reference", { link: { operationRef: "#/paths/~1notes/post", parameters: LINK.parameters } }, undefined],
  ["a value of the request", { link: { ...LINK, parameters: { after: "$request.query.after" } } }, undefined],
  ["a parameter that does not exist", { parameter: "before" }, undefined],
  ["two arrays", { properties: { others: { type: "array", items: {} } } }, undefined],
])("a link with %s", (_, edits, expected) => expect(describeLists(edits)).toBe(expected));
