/** The table of calls that the client works from, and the specs that the client does not support. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/calls.js";
import { UnsupportedByClientError } from "../../src/generate/unsupported-by-client-error.js";

const text = readFileSync("test/generate/cases/calls.yaml", "utf8");
const generate = (description: string): string => generateCalls(loadDocument("spec.yaml", () => description));

test("each call has what the client needs, and no default", () => {
  expect(generate(text)).toMatchSnapshot();
});

test("without times, servers and calls the file says so", () => {
  const empty = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
  const made = generate(empty);
  expect(made).toContain("export const calls = {\n} as const satisfies");
  expect(made).toContain("export type TimeParameter = never;\n");
  expect(made).toContain("export const servers = {} as const;\n");
});

const SIMPLE = "the client writes simple in a path and form in a query, and nothing reserved";
const GET = "/paths/~1items/get";

type Description = { readonly paths: Record<string, Record<string, Record<string, unknown>>> };

/** Each one edit away from the spec above. */
const REFUSED: readonly (readonly [message: string, path: string, method: string, edit: object])[] = [
  [
    `${GET}: the client reads application/json, and a success is text/plain`,
    ...["/items", "get"],
    { responses: { "200": { description: "d", content: { "text/plain": { schema: {} } } } } },
  ],
  [
    `${GET}: the client reads application/json, and a success is nothing`,
    ...["/items", "get"],
    { responses: { "204": { description: "d" } } },
  ],
  [
    `${GET}/x-paging: the client finds items at the top of a page only`,
    ...["/items", "get"],
    { "x-paging": { style: "links", items: "/page/items" } },
  ],
  [
    `${GET}/x-paging: the client finds items at the top of a page only`,
    ...["/items", "get"],
    { "x-paging": { style: "links" } },
  ],
  [
    `${GET}/x-paging: the client finds items at the top of a page only`,
    ...["/items", "get"],
    { "x-paging": { style: "links", items: "items" } },
  ],
  [`${GET}/parameters/0: ${SIMPLE}`, "/items", "get", parameter("query", { style: "spaceDelimited", explode: false })],
  [`${GET}/parameters/0: ${SIMPLE}`, "/items", "get", parameter("query", { allowReserved: true })],
  [
    `/paths/~1items~1{id}/get/parameters/0: ${SIMPLE}`,
    ...["/items/{id}", "get"],
    parameter("path", { style: "label", required: true }),
  ],
  [
    `/paths/~1items~1{id}/get/parameters/0: ${SIMPLE}`,
    ...["/items/{id}", "get"],
    parameter("path", { explode: true, required: true }),
  ],
] as never;

function parameter(place: string, more: object): object {
  return { parameters: [{ name: place === "path" ? "id" : "a", in: place, ...more, schema: { type: "array" } }] };
}

test.each(REFUSED)("refuses: %s (%s %s)", (message, path, method, edit) => {
  const root = parse(text) as Description;
  Object.assign(root.paths[path]?.[method] ?? {}, edit);
  expect(() => generate(stringify(root))).toThrow(new UnsupportedByClientError(message));
});

test.each(["/items/v{id}", "/items/{id}.json"])("refuses the path %s", (path) => {
  const edited = text.replace("/items/{id}:", `${path}:`);
  const pointer = `/paths/${path.replaceAll("/", "~1")}/get`;
  expect(() => generate(edited)).toThrow(
    new UnsupportedByClientError(`${pointer}: the client fills whole parts of a path only`),
  );
});

test("an answer that is no success may be anything", () => {
  const edited = text.replace("responses: &ok {", "responses: &ok { default: { description: d },");
  expect(generate(edited)).toBe(generate(text));
});
