import { resolve } from "node:path";
import ts from "typescript";

/** Returns the diagnostics of TypeScript for files, with its strictest options. */
export function compileStrictly(files: readonly string[], options: ts.CompilerOptions = {}): string[] {
  return listErrors(files, options).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

export type CompileError = { readonly file: string; readonly line: number; readonly message: string };

/** The same diagnostics with their places; lines begin with 1. */
export function listErrors(files: readonly string[], options: ts.CompilerOptions = {}): CompileError[] {
  // The compiler keeps the first working directory of its process, and other tests change theirs for a while.
  const given = new Map(files.map((path) => [resolve(path), path]));
  const program = ts.createProgram([...given.keys()], {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    ...options,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    const message = ts.flattenDiagnosticMessageText(messageText, "\n");
    const name = file?.fileName ?? "";
    return { file: given.get(name) ?? name, line: line + 1, message };
  });
}
