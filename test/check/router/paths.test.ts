import { expect, test } from "vitest";
import { createExchange, createInlineContract } from "../inline-contract.js";

const TEMPLATES = [
  "/",
  "/a",
  "/a/{id}",
  "/a/mine",
  "/{x}/mine",
  "/c/{a}-{b}",
  "/f/{name}.{ext}",
  "/f/{name}",
  "/s/",
  "/{p}/{q}/z",
  "/a/{id}/z",
];
const operation = (path: string): string => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`);
  return `  '${path}': { get: { parameters: [${parameters}], responses: { default: { description: d } } } }`;
};
const spec = `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n${TEMPLATES.map(operation).join("\n")}\n`;
const contract = createInlineContract({ "spec.yaml": spec });

test.each([
  ["/", "/"],
  ["", "/"],
  ["/a", "/a"],
  ["/a?x=/y", "/a"],
  ["/a#/y", "/a"],
  ["/%61", "/a"],
  ["/A", undefined],
  ["/a/", "/a"],
  ["/a//", undefined],
  ["//a", undefined],
  ["/a/1", "/a/{id}"],
  ["/a/1/", "/a/{id}"],
  ["/a/1%2F2", "/a/{id}"],
  ["/a/1/2", undefined],
  ["/a/mine", "/a/mine"],
  ["/a/%6Dine", "/a/mine"],
  ["/b/mine", "/{x}/mine"],
  ["/c/1-2", "/c/{a}-{b}"],
  ["/c/12", undefined],
  ["/c/-2", undefined],
  ["/f/x.json", "/f/{name}.{ext}"],
  ["/f/x.tar.gz", "/f/{name}.{ext}"],
  ["/f/x", "/f/{name}"],
  ["/s/", "/s/"],
  ["/s", "/s/"],
  ["/a/1/z", "/a/{id}/z"],
  ["/b/1/z", "/{p}/{q}/z"],
])("%s belongs to %s", (path, template) => {
  expect(contract.check(createExchange({ url: `https://a.example${path}` })).operation?.path).toBe(template);
});
