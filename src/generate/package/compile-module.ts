import { GenerateError } from "../generate-error.js";

/**
 * Converts a TypeScript module to JavaScript and declarations, without reading the modules that it imports. Its exports need
 * type annotations.
 *
 * @throws GenerateError when a declaration cannot be written
 */
export async function compileModule(path: string, text: string) {
  const { ts } = await import("../compiler.js");
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
  const { outputText: esm } = ts.transpileModule(text, { fileName: path, compilerOptions });
  const { outputText: declarations, diagnostics = [] } = ts.transpileDeclaration(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { ...compilerOptions, declaration: true, isolatedDeclarations: true, strict: true },
  });
  const [problem] = diagnostics;
  if (problem !== undefined)
    throw new GenerateError(
      `${path}: declarations cannot be made: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`,
    );
  return { esm, declarations };
}

/** Converts an ES module to a CommonJS module. */
export async function convertToCommonJs(path: string, text: string): Promise<string> {
  const { ts } = await import("../compiler.js");
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  return ts.transpileModule(text, { fileName: path, compilerOptions }).outputText;
}
