import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Compiles with the DOM library and without Node types, because users may have no others. */
test("the types of the client accept exactly the documented options and results", () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  };
  const path = join(import.meta.dirname, "use/calls.ts");
  const program = ts.createProgram([path], options);
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} cannot be read`);
  const problems = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    (problem) => {
      const line = file.getLineAndCharacterOfPosition(problem.start ?? 0).line;
      return `${line + 1} ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`;
    },
  );
  expect(problems).toEqual([]);
});
