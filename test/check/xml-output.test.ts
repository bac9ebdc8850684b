/** Tests of reports about XML bodies: they have the lines of elements, and no secrets. */
import { expect, test } from "vitest";
import { renderAllOutputs } from "./all-outputs.js";
import { createExchange, createSmallContract, type ExchangeInput } from "./inline-contract.js";

const defineXmlResponse = (properties: string): string =>
  `{ operationId: a, responses: { "200": { description: d, content: { application/xml: { schema: { properties: { ${properties} } } } } } } }`;
const inXml = (text: string): ExchangeInput => ({
  response: `<r>${text}</r>`,
  responseHeaders: [["Content-Type", "application/xml"]],
});

const secrets: readonly (readonly [what: string, operation: string, written: ExchangeInput, secret: string])[] = [
  [
    "an element by its mark",
    defineXmlResponse("mark: { type: integer, x-sensitive: true }"),
    inXml("<mark>s3cr3t</mark>"),
    "s3cr3t",
  ],
  [
    "an element by its name",
    defineXmlResponse("password: { type: integer }"),
    inXml("<password>s3cr3t</password>"),
    "s3cr3t",
  ],
  [
    "an element by the name that it has in XML",
    defineXmlResponse("a: { type: integer, xml: { name: password } }"),
    inXml("<password>s3cr3t</password>"),
    "s3cr3t",
  ],
  ["an undeclared element", defineXmlResponse("a: {}"), inXml("<b>s3cr3t</b>"), "s3cr3t"],
  ["an undeclared attribute", defineXmlResponse("a: { type: string }"), inXml('<a b="s3cr3t">x</a>'), "s3cr3t"],
  ["an undeclared text", defineXmlResponse("a: { type: string }"), inXml("<a/>s3cr3t"), "s3cr3t"],
  ["a body that is no XML", defineXmlResponse("a: {}"), inXml("<token>s3cr3t</tok>"), "s3cr3t"],
];

test.each(secrets)("a secret is never shown: %s", (_, operation, written, secret) => {
  const outputs = renderAllOutputs(createSmallContract(operation), written);
  expect(outputs).toMatch(/"codes":\["/);
  expect(outputs).not.toContain(secret);
});

test.each([
  ["an element", "n: { type: integer }", "<n>x</n>", 3, "<n>x</n>"],
  ["an element with elements", "n: { required: [a], type: object }", "<n><b/></n>", 3, "<n>…</n>"],
  ["an element that is empty", "n: { type: integer }", "<n/>", 3, "<n/>"],
  [
    "an attribute of it",
    "n: { type: object, properties: { a: { type: integer, xml: { attribute: true } } } }",
    '<n a="x"/>',
    3,
    'a="x"',
  ],
  ["an item of a list", "n: { type: array, items: { type: integer } }", "<n>1</n><n>x</n>", 3, "<n>x</n>"],
  ["an undeclared element", "n: {}", "<m>x</m>", 3, "<m>[redacted]</m>"],
  ["a long text", "n: { type: integer }", `<n>${"x".repeat(99)}</n>`, 3, `<n>${"x".repeat(60)}…</n>`],
])("the line of %s", (_, properties, text, line, shown) => {
  const contract = createSmallContract(defineXmlResponse(properties));
  const { getSnippet } = contract.check(createExchange(inXml(`\n\n${text}`)));
  expect(getSnippet?.(0)).toEqual({ line, text: shown });
});
