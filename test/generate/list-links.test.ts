/** Lists that continue by the `links` of the spec. Each negative is one edit away from the first. */
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";

type Edits = {
  readonly link?: object;
  readonly properties?: object;
  readonly parameter?: string;
  readonly page?: object;
  readonly status?: string;
  readonly range?: string;
};

const LINK = { operationId: "listNotes", parameters: { after: "$response.body#/page/next" } };

function describeLists({ link = LINK, properties = {}, parameter = "after", ...edits }: Edits): unknown {
  const { page, status = "200", range = "application/json" } = edits;
  const schema = page ?? {
    type: "object",
    properties: { notes: { type: "array", items: {} }, page: { type: "object" }, ...properties },
  };
  const response = { description: "Notes.", content: { [range]: { schema } }, links: { next: link } };
  const spec = {
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          parameters: [{ name: parameter, in: "query", schema: { type: "string" } }],
          responses: { 400: { description: "d" }, [status]: response },
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
  [
    "a page that is the list",
    { page: { type: "array", items: {} } },
    EXPECTED.replace('"notes", "notes"', '"notes", /* @__PURE__ */ runtime.locate("")'),
  ],
  [
    "a list that can be null, with a slash and a tilde in its name",
    { page: { properties: { "a/b~": { type: ["array", "null"] }, other: { type: "object" } } } },
    EXPECTED.replace('"notes", "notes"', '"notes", /* @__PURE__ */ runtime.locate("a/b~")'),
  ],
  ["no list", { page: { type: "object", properties: { a: { type: "string" } } } }, undefined],
  ["a page without a schema of an object", { page: {} }, undefined],
  ["another success", { status: "2XX" }, EXPECTED],
  ["an error", { status: "500" }, undefined],
  ["another media type", { range: "text/plain" }, undefined],
  ["a type of JSON", { range: "a/b+json" }, EXPECTED],
  ["no parameters", { link: { operationId: "listNotes" } }, undefined],
  [
    "two cursors",
    { link: { ...LINK, parameters: { after: "$response.body#/a", "query.after": "$response.body#/b" } } },
    undefined,
  ],
  ["the whole body", { link: { ...LINK, parameters: { after: "$response.body#" } } }, undefined],
  ["a text that only contains a value", { link: { ...LINK, parameters: { after: "x$response.body#/a" } } }, undefined],
  ["a value that is no text", { link: { ...LINK, parameters: { after: 5 } } }, undefined],
  ["a reference to another document", { link: { ...LINK, operationRef: "a.yaml#/paths/~1notes/get" } }, undefined],
  ["two arrays", { properties: { others: { type: "array", items: {} } } }, undefined],
])("a link with %s", (_, edits, expected) => expect(describeLists(edits)).toBe(expected));
