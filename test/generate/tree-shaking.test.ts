/** A bundle that imports the validators of one operation contains these and the functions that they call, and no others. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLERS } from "../../scripts/bench/bundle.js";
import { loadDocument } from "../../src/document/index.js";
import { generateValidators } from "../../src/generate/validators.js";

const folder = mkdtempSync(join(tmpdir(), "tree-shaking-"));
const file = join(folder, "validators.mjs");

beforeAll(async () => {
  const { js } = await generateValidators(loadDocument("test/generate/cases/every-function.yaml"));
  writeFileSync(file, js);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns text that occurs only in the operation's part of the module. */
const MARKS = {
  postEvery: "unevaluatedProperties",
  getTree: "/children",
  getAddress: 'keyword:"format"',
  getLines: "must be JSON",
} as const;

/** The schemas that each operation shares with others. */
const NEEDS: Readonly<Record<keyof typeof MARKS, readonly (keyof typeof MARKS)[]>> = {
  postEvery: ["postEvery", "getTree", "getAddress"],
  getTree: ["getTree"],
  getAddress: ["getAddress"],
  getLines: ["getLines"],
};

const NAMES = Object.keys(MARKS) as (keyof typeof MARKS)[];

test.each((["esbuild", "rollup"] as const).flatMap((bundler) => NAMES.map((name) => ({ bundler, name }))))(
  "$bundler bundles $name alone",
  async ({ bundler, name }) => {
    const entry = join(folder, `${name}.mjs`);
    writeFileSync(entry, `import { ${name} } from "./validators.mjs"; globalThis.program = ${name};`);
    const { text, warnings } = await BUNDLERS[bundler].bundle(entry, false);
    const marks = Object.fromEntries(NAMES.map((it) => [it, text.includes(MARKS[it])]));
    expect(marks).toEqual(Object.fromEntries(NAMES.map((it) => [it, NEEDS[name].includes(it)])));
    expect(text.includes("xn--")).toBe(name === "postEvery");
    expect(warnings).toEqual([]);
  },
);

test.each(["esbuild", "rollup"] as const)("%s bundles nothing if nothing is used", async (bundler) => {
  const entry = join(folder, "nothing.mjs");
  writeFileSync(entry, 'import { getTree } from "./validators.mjs";');
  const { text } = await BUNDLERS[bundler].bundle(entry, false);
  expect(text.trim()).toBe("");
});

const RIGHT = {
  ...{ email: "a@b.example", idn: "bücher.example", host: "a.example", count: 7, day: "Sun, 06 Nov 1994 08:49:37 GMT" },
  ...{
    expression: "^a$",
    cents: 19.99,
    unique: [1, { a: 1 }],
    text: "😀😀",
    list: { a: [1] },
    path: 'a/"\\b',
    perl: "12",
  },
  ...{ inner: { name: "x", children: [{ name: "y" }], further: 1 }, name: "z", width: 1 },
};

const WRONG = {
  ...{ email: "a@", idn: "-.example", host: "ü", count: 2 ** 31, day: "yesterday", expression: "(", cents: 19.999 },
  ...{ unique: [{ a: 1 }, { a: 1 }], text: "😀", list: { a: [2] }, path: "a", perl: "a", inner: { children: [1] } },
  ...{ name: 1, further: 1 },
};

test.each(Object.keys(WRONG))("%s is validated the same by a bundle and by the module", async (name) => {
  const entry = join(folder, "every.mjs");
  writeFileSync(entry, 'import { postEvery } from "./validators.mjs"; globalThis.program = postEvery;');
  const { text } = await BUNDLERS.esbuild.bundle(entry, false);
  const bundled = new Function(`${text}; return globalThis.program`)();
  const { postEvery } = await import(file);
  for (const { request } of [bundled, postEvery]) {
    const validate = request["application/json"];
    expect([validate(RIGHT), validate.errors]).toEqual([true, null]);
    expect(validate({ ...RIGHT, ...Object.fromEntries(Object.entries(WRONG).filter(([key]) => key === name)) })).toBe(
      false,
    );
  }
});
