/** The layout of generated types is that of openapi-typescript, which openapi-fetch reads. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { afterAll, expect, test } from "vitest";
import { type Document, listOperations, loadDocument } from "../../src/document/index.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { VENDORED_SPECS } from "../material/specs.js";
import { compileStrictly } from "./compile-strictly.js";

const folder = mkdtempSync(join(tmpdir(), "layout-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SPECS = { ...VENDORED_SPECS, own: "spec/openapi.yaml" };

test.each(Object.entries(SPECS))("%s", async (name, path) => {
  const document = loadDocument(path);
  const write = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  write(`${name}-generated.ts`, generateTypes(document).text);
  write(`${name}-other.ts`, astToString(await openapiTS(document.root as unknown as OpenAPI3)));
  const compared = listComparisons(document);
  const lines = compared.map((type, at) => `export const same${at}: Same<${type("A")}, ${type("B")}> = true;`);
  const file = write(`${name}.ts`, `${createHead(name)}${lines.join("\n")}\n`);
  expect(compareTypes(file, compared)).toEqual([]);
});

test("another layout is found", () => {
  const compared = [(side: string) => `keyof ${side}.paths`];
  const head = "namespace A { export type paths = { a: 1 } }\nnamespace B { export type paths = { b: 1 } }\n";
  writeFileSync(
    join(folder, "planted.ts"),
    `${SAME}${head}export const same: Same<keyof A.paths, keyof B.paths> = true;\n`,
  );
  expect(compareTypes(join(folder, "planted.ts"), compared)).toHaveLength(1);
});

const SAME = `type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;\n`;

function createHead(name: string): string {
  return `import type * as A from "./${name}-generated.js";\nimport type * as B from "./${name}-other.js";\n${SAME}`;
}

/** The names of paths, schemas and operations, and of the parts of each operation. */
function listComparisons(document: Document): readonly ((side: string) => string)[] {
  const operations = listOperations(document).filter(({ kind, id }) => kind === "path" && !id.includes(" "));
  return [
    (side) => `keyof ${side}.paths`,
    // Generated types also have names for written values and for schemas below others.
    (side) => `Extract<keyof ${side}.components["schemas"], keyof B.components["schemas"]>`,
    ...operations.flatMap(({ id }) => {
      const at = (side: string): string => `${side}.operations[${JSON.stringify(id)}]`;
      return [
        (side: string) => `keyof ${at(side)}["responses"]`,
        (side: string) => `keyof NonNullable<${at(side)}["parameters"]["path"]>`,
        (side: string) => `keyof NonNullable<${at(side)}["parameters"]["query"]>`,
        (side: string) => `keyof NonNullable<${at(side)}["parameters"]["header"]>`,
      ];
    }),
  ];
}

function compareTypes(file: string, compared: readonly ((side: string) => string)[]): string[] {
  return compileStrictly([file], { exactOptionalPropertyTypes: false }).map((found) => {
    const line = Number(/:(\d+) /.exec(found)?.[1]);
    return compared[line - 4]?.("A") ?? found;
  });
}
