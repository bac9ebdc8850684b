/** How parameters of every style are serialized. */
import { expect, test } from "vitest";
import type { MediaTypeDefinition } from "../../src/document/index.js";
import { parseNumber } from "../../src/document/values/exact-number.js";
import {
  serializeCookiePairs,
  serializeHeaderParameter,
  serializePathParameter,
  serializeQueryPairs,
} from "../../src/samples/serialization/serialize-parameter.js";

const VALUES: readonly unknown[] = [
  "a",
  "a b/c?d&e=f,g;h:i@j$k!*'()%~.#[]|+é",
  "\ud800x",
  "",
  1.5,
  true,
  null,
  ["a", "b,c", 1],
  [],
  { a: 1, "b c": "d,e.f" },
  {},
  [["a"], { b: 1 }],
  { a: [1, 2], b: { c: { d: "e" } } },
  parseNumber("12345678901234567890.5"),
];
const STYLES = ["form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject"] as const;

const showJson = (value: unknown): string =>
  JSON.stringify(value, (_, it) => (it instanceof Number ? `number ${it}` : it));

type Serialized = readonly [what: string, text: string];
type Style = (typeof STYLES)[number];

function serializeByStyle(style: Style, explode: boolean, value: unknown): Serialized[] {
  const of = { name: "n m", style, explode, allowReserved: false };
  const name = `${style}${explode ? "*" : ""}`;
  const path = (): Serialized => [`path ${name}`, serializePathParameter(of, value)];
  if (style === "label" || style === "matrix") return [path()];
  if (style === "simple") return [path(), [`header ${name}`, serializeHeaderParameter(of, value)]];
  const query: Serialized = [`query ${name}`, serializeQueryPairs(of, value).join("&")];
  if (style !== "form") return [query];
  const reserved = serializeQueryPairs({ ...of, allowReserved: true }, value).join("&");
  return [query, [`reserved ${name}`, reserved], [`cookie ${name}`, serializeCookiePairs(of, value).join("; ")]];
}

function serializeByContent(range: string, value: unknown): Serialized[] {
  const content = { range, pointer: "/c" } as MediaTypeDefinition;
  const of = { name: "n", style: "form", explode: false, allowReserved: false, content } as const;
  return [
    [`path ${range}`, serializePathParameter(of, value)],
    [`header ${range}`, serializeHeaderParameter(of, value)],
    [`query ${range}`, serializeQueryPairs(of, value).join("&")],
    [`cookie ${range}`, serializeCookiePairs(of, value).join("; ")],
  ];
}

test("parameters of every style", async () => {
  const lines = VALUES.flatMap((value) => {
    const results = new Map<string, string[]>();
    const all = [
      ...STYLES.flatMap((style) => [false, true].flatMap((explode) => serializeByStyle(style, explode, value))),
      ...["application/json", "application/problem+json; charset=utf-8", "text/plain"].flatMap((range) =>
        serializeByContent(range, value),
      ),
    ];
    for (const [what, text] of all) results.set(text, [...(results.get(text) ?? []), what]);
    return [showJson(value), ...[...results].map(([text, of]) => `  ${JSON.stringify(text)}: ${of.join(", ")}`)];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("parameters.txt");
});
