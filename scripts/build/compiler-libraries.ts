import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Returns the declarations of libraries of TypeScript and of those that they refer to, by file name. Comments are left out, which
 * makes them half as large after compression.
 */
export function readCompilerLibraries(names: readonly string[]): Readonly<Record<string, string>> {
  const folder = dirname(ts.getDefaultLibFilePath({}));
  const printer = ts.createPrinter({ removeComments: true });
  const texts: Record<string, string> = {};
  const addLibrary = (name: string): void => {
    if (texts[name] !== undefined) return;
    const source = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest);
    const references = source.libReferenceDirectives.map(({ fileName }) => fileName);
    texts[name] = references.map((it) => `/// <reference lib="${it}" />\n`).join("") + printer.printFile(source);
    for (const it of references) addLibrary(`lib.${it}.d.ts`);
  };
  names.forEach(addLibrary);
  return texts;
}
