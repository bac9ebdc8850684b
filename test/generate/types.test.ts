import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateFiles } from "../../src/generate/generate.js";
import { typeName } from "../../src/generate/typescript-names.js";

test("generated types are used as a client wants to, and nowhere more freely", () => {
  expect(problems(["test/generate/cases/use/client.ts"])).toEqual([]);
});

test("types of any description compile, with libraries checked", async () => {
  const files = await generateFiles(loadDocument("test/generate/cases/shop/openapi.yaml"));
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  for (const name of ["types.ts", "operations.ts", "calls.ts", "validators.d.ts"])
    writeFileSync(join(folder, name), files.get(name) ?? "");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(
    problems(["types.ts", "operations.ts", "calls.ts", "validators.d.ts"].map((name) => join(folder, name))),
  ).toEqual([]);
  expect(files.get("types.ts")).toContain('Size: "SMALL" | "LARGE" | (string & {})');
  expect(files.get("types.ts")).toContain('ShelfId: Brand<"ShelfId"> | null');
  expect(files.get("types.ts")).toContain('ids?: Brand<"ParcelId">[]');
});

test("a component's name becomes a type's name where it can", () => {
  expect(typeName("Order")).toBe("Order");
  expect(typeName("order-item.v2")).toBe("OrderItemV2");
  expect(typeName("paths")).toBeUndefined();
  expect(typeName("3d")).toBeUndefined();
  expect(typeName("Order", new Set(["Order"]))).toBeUndefined();
});

/** What TypeScript has to say about files, under the strictest options that a user may have. */
function problems(files: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files], options)).map((problem) => {
    const line = problem.file?.getLineAndCharacterOfPosition(problem.start ?? 0).line ?? 0;
    return `${problem.file?.fileName ?? ""}:${line + 1} ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`;
  });
}
