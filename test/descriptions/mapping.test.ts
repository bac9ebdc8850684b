import { expect, test } from "vitest";
import { lintDocument } from "../../src/lint/index.js";
import { createExchange, createInlineContract } from "../check/inline-contract.js";

test("a mapping is relative to the file that contains it", () => {
  const kind = (name: string): string =>
    `{ type: object, required: [kind, ${name}], properties: { kind: { type: string }, ${name}: { type: string } } }`;
  const contract = createInlineContract({
    "main.yaml": `
openapi: 3.0.3
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a: { get: { responses: { "200": { description: d, content: { application/json: { schema: { $ref: pets.yaml#/Pet } } } } } } }
`,
    "pets.yaml": `
Pet:
  oneOf: [{ $ref: "#/Cat" }, { $ref: "#/Dog" }, { $ref: "#/Hen" }]
  discriminator: { propertyName: kind, mapping: { cat: "#/Cat", dog: "pets.yaml#/Dog", hen: Hen } }
Cat: ${kind("mews")}
Dog: ${kind("barks")}
Hen: ${kind("clucks")}
`,
  });
  expect(lintDocument(contract.document).map(({ code }) => code)).toEqual([]);
  // Both lack one property; the mapping says which of them.
  for (const [tag, wanted] of [
    ["cat", "mews"],
    ["dog", "barks"],
    ["hen", "clucks"],
  ]) {
    const [finding] = contract.check(createExchange({ response: { kind: tag } })).findings;
    expect(finding?.message).toBe(`the body: expected the property "${wanted}", got nothing`);
  }
});
