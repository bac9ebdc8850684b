import { expect, test } from "vitest";
import { compileGenerated } from "../../../src/generate/package/compile-generated.js";

const DEFECT =
  "the generated files do not compile: this is a defect of commerce-contract, not of the spec; report it with the lines above";

type Row = readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  errors: readonly string[],
  missing?: readonly string[],
];

/** The directory is not on disk: the files are compiled in memory. */
const ROWS: readonly Row[] = [
  [
    "files without errors",
    { "types.ts": "export type A = URL;\n", "use.ts": 'export type { A } from "./types.js";\n' },
    [],
  ],
  [
    "an error in a schema",
    { "types.ts": 'export interface components {\n  schemas: {\n    "a.b": { c: Nothing };\n  };\n}\n' },
    ["out/types.ts:3 (components.schemas.a.b): TS2304: Cannot find name 'Nothing'."],
  ],
  [
    "an error in an operation",
    { "types.ts": "export interface operations {\n  read: {\n    parameters: { query: Nothing };\n  };\n}\n" },
    ["out/types.ts:3 (operations.read): TS2304: Cannot find name 'Nothing'."],
  ],
  ["a syntax error", { "calls.ts": "export const read = ;\n" }, ["out/calls.ts:1: TS1109: Expression expected."]],
  [
    "an error that only a strict option finds",
    { "a.ts": "export const first = (all: string[]): string => all[0];\n" },
    [
      "out/a.ts:1 (first): TS2322: Type 'string | undefined' is not assignable to type 'string'. Type 'undefined' is not assignable to type 'string'.",
    ],
  ],
  [
    "an error in a declaration file",
    { "esm/a.d.ts": "export declare const a: Nothing;\n", "cjs/a.d.ts": "export declare const a: Nothing;\n" },
    ["out/esm/a.d.ts:1 (a): TS2304: Cannot find name 'Nothing'."],
  ],
  [
    "the runtime, which is not installed in the directory",
    { "a.ts": 'import { createClient } from "commerce-contract/runtime";\nexport const a: number = createClient;\n' },
    [expect.stringMatching(/^out\/a\.ts:2 \(a\): TS2322: Type '.*' is not assignable to type 'number'\.$/)],
  ],
  [
    "a package that is not installed, with the errors that follow",
    {
      "a.ts": 'import { b } from "not-installed";\nexport const a: number = b((c) => c);\n',
      "d.ts": 'export * from "not-installed";\n',
    },
    [],
    ["out/a.ts:1: not compiled: Cannot find module 'not-installed' or its corresponding type declarations."],
  ],
];

test.each(ROWS.map(([what, files, errors, missing = []]) => ({ what, files, errors, missing })))(
  "$what",
  async ({ files, errors, missing }) => {
    expect(await compileGenerated("out", new Map(Object.entries(files)))).toEqual({
      errors: errors.length === 0 ? [] : [...errors, DEFECT],
      unchecked: missing,
    });
  },
);
