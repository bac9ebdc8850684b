/** Where suggestions go: the file of a new path, and the locations in an overlay. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../src/document/index.js";
import { createOverlay, type Suggestion } from "../../src/suggest/index.js";
import { choosePathFile } from "../../src/suggest/suggest-operations.js";

const paths = (...references: readonly string[]): Readonly<Record<string, string>> => ({
  "a/openapi.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths:\n  x-note: 1\n${references.map((it) => `  ${it}\n`).join("")}`,
  ...Object.fromEntries(
    references.flatMap((it) => {
      const [, file = ""] = /\$ref: "?([^#" }]+)/.exec(it) ?? [];
      return [[`a/${file.replace(/^\.\//, "")}`, "{}"]];
    }),
  ),
});

test.each<[references: readonly string[], file: unknown]>([
  [[], undefined],
  [["/a: {}"], undefined],
  [["/a: { $ref: a.yaml }"], { path: "a/new_{id}_x.yaml", reference: "new_{id}_x.yaml" }],
  [["/a: { $ref: ./p/a.yaml }"], { path: "a/p/new_{id}_x.yaml", reference: "./p/new_{id}_x.yaml" }],
  [["/a/b: { $ref: p/a_b.yaml }"], { path: "a/p/new_{id}_x.yaml", reference: "p/new_{id}_x.yaml" }],
  [["/a/b: { $ref: p/a-b.yml }"], { path: "a/p/new-{id}-x.yml", reference: "p/new-{id}-x.yml" }],
  [['/a/{b}: { $ref: "p/a_{b}.json" }'], { path: "a/p/new_{id}_x.json", reference: "p/new_{id}_x.json" }],
  [["/a/{b}: { $ref: p/a_b.yaml }"], { path: "a/p/new_id_x.yaml", reference: "p/new_id_x.yaml" }],
  [["/a/{b}/: { $ref: p/a-b.yaml }"], { path: "a/p/new-id-x.yaml", reference: "p/new-id-x.yaml" }],
  [["/a: { $ref: p/other.yaml }"], undefined],
  [["/a: { $ref: p/a.yaml }", "/b: { $ref: q/b.yaml }"], undefined],
  [["/a: { $ref: p/a.yaml }", "/b: {}"], undefined],
  [["/a: { $ref: p/a }"], undefined],
  [['/a: { $ref: "p/a.yaml#" }'], undefined],
])("a path beside %j gets the file %j", (references, file) => {
  const files = paths(...references);
  const document = loadDocument("a/openapi.yaml", (path) => files[path] ?? "{}");
  expect(choosePathFile(document, "/new/{id}/x")).toEqual(file);
});

test("an overlay names locations as normalized paths", () => {
  const made = (at: string, key: string | undefined, bundled: Json): Suggestion =>
    ({ title: "t", at, bundled, value: 0, ...(key === undefined ? {} : { key }) }) as unknown as Suggestion;
  const overlay = createOverlay(
    [
      made("/paths/~1a~1{b}/get", "k", 1),
      made("/a/0/00/10/x1", undefined, [2]),
      made("", "k", null),
      made("/it's\\n", "", {}),
    ],
    "T",
  );
  expect(overlay).toEqual({
    overlay: "1.0.0",
    info: { title: "T", version: "1.0.0" },
    actions: [
      { target: "$['paths']['/a/{b}']['get']", description: "t", update: { k: 1 } },
      { target: "$['a'][0]['00'][10]['x1']", description: "t", update: [2] },
      { target: "$", description: "t", update: { k: null } },
      { target: "$['it\\'s\\\\n']", description: "t", update: { "": {} } },
    ],
  });
});
