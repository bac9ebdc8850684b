/** Which bugs the compiler lets pass. Those it notices need no test, and are not counted. */
import { join } from "node:path";
import ts from "typescript";
import { applyEdit, type Mutant } from "./edit.js";

export type TypeCheck = (mutants: readonly Mutant[], texts: ReadonlyMap<string, string>) => boolean[];

/** Errors about unused names, which a removal leaves behind. */
const UNUSED = new Set([6133, 6192, 6196, 6198, 6199]);

/** Checks many at once, one a file and program. Only the file with the bug is looked at. */
export function createTypeCheck(root: string): TypeCheck {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options, true);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const planted = new Map<string, ts.SourceFile>();
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target, ...rest) => {
    if (!planted.has(name) && !parsed.has(name)) parsed.set(name, read(name, target, ...rest));
    return planted.get(name) ?? parsed.get(name);
  };
  let program: ts.Program | undefined;
  return (mutants, texts) => {
    const accepted = mutants.map(() => false);
    const left = new Set(mutants.keys());
    while (left.size > 0) {
      planted.clear();
      const round = new Map<string, number>();
      for (const index of left) {
        const { file } = mutants[index] as Mutant;
        if (!round.has(file)) round.set(file, index);
      }
      for (const [file, index] of round) {
        left.delete(index);
        const text = applyEdit(texts.get(file) ?? "", mutants[index] as Mutant);
        const name = join(root, file);
        const version = { languageVersion: ts.ScriptTarget.ES2023, impliedNodeFormat: ts.ModuleKind.ESNext } as const;
        planted.set(name, ts.createSourceFile(name, text, version, true));
      }
      program = ts.createProgram([...planted.keys(), join(root, "src/web-assembly.d.ts")], options, host, program);
      for (const [file, index] of round) {
        const source = planted.get(join(root, file));
        const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
        accepted[index] = problems.every(({ code }) => UNUSED.has(code));
      }
    }
    return accepted;
  };
}
