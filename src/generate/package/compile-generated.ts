import { basename, resolve } from "node:path";
import type { default as Compiler, Node, PropertyName, SourceFile } from "typescript";
import { readBuiltTexts } from "../built-file.js";
import { loadRuntimeModules } from "../client/runtime-files.js";

type TypeScript = typeof Compiler;

/** The libraries of the programs that use generated code. The package contains the files of these. */
export const LIBRARIES = ["es2022", "dom", "dom.iterable", "dom.asynciterable"].map((name) => `lib.${name}.d.ts`);

const CANNOT_FIND_MODULE = 2307;

const DEFECT =
  "the generated files do not compile: this is a defect of commerce-contract, not of the spec; report it with the lines above";

/**
 * Compiles generated files in memory with the strictest options, as if they were in a directory. Modules of other packages are read
 * from there; the runtime is always the one of this package.
 */
export async function compileGenerated(folder: string, files: ReadonlyMap<string, string>) {
  const { ts } = await import("../compiler.js");
  const root = resolve(folder).replaceAll("\\", "/");
  const texts = new Map([...(await loadRuntimeModules()), ...files].map(([name, text]) => [`${root}/${name}`, text]));
  const options = createOptions(ts, root);
  const host = ts.createCompilerHost(options, true);
  // In the repository, the compiler reads them from its package.
  const libraries = readBuiltTexts("compiler-libraries");
  const readText = (path: string): string | undefined =>
    texts.get(path) ?? libraries?.[basename(path)] ?? ts.sys.readFile(path);
  const program = ts.createProgram({
    // The declarations of CommonJS modules are those of ES modules.
    rootNames: [...files.keys()].filter((name) => /(?<!^cjs\/.*)\.ts$/.test(name)).map((name) => `${root}/${name}`),
    options,
    host: {
      ...host,
      readFile: readText,
      getSourceFile: (path, target) => {
        const text = readText(path);
        return text === undefined ? undefined : ts.createSourceFile(path, text, target, true);
      },
      fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
      directoryExists: () => true,
    },
  });
  const errors: string[] = [];
  const missing = new Map<string, string>();
  for (const file of program.getSourceFiles().filter(({ fileName }) => texts.has(fileName))) {
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    const isComplete = found.every(({ code }) => code !== CANNOT_FIND_MODULE);
    for (const { start = 0, code, messageText } of found) {
      const message = ts
        .flattenDiagnosticMessageText(messageText, " ")
        .replaceAll(/\s+/g, " ")
        .replaceAll(root, folder);
      const place = formatPlace(ts, file, start).replace(root, folder);
      // Errors beside a missing module follow from it.
      if (isComplete) errors.push(`${place}: TS${code}: ${message}`);
      else if (code === CANNOT_FIND_MODULE && !missing.has(message))
        missing.set(message, `${place}: not compiled: ${message}`);
    }
  }
  if (errors.length > 0) errors.push(DEFECT);
  return {
    /** Errors in the generated code, which are defects of the generator: file, line, and the schema or operation. */
    errors,
    /** Imports of packages that are not installed, so that their use could not be compiled. */
    unchecked: [...missing.values()],
  };
}

function createOptions(ts: TypeScript, root: string) {
  return {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ noEmit: true, allowImportingTsExtensions: true, libReplacement: false, types: [], lib: LIBRARIES },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { "commerce-contract/runtime": [`${root}/runtime/index.d.ts`] },
  };
}

/** The file and line, with the names of the declarations around a position: `types.ts:12 (components.schemas.Note)`. */
function formatPlace(ts: TypeScript, file: SourceFile, start: number): string {
  const getName = (name: PropertyName): string => (ts.isStringLiteral(name) ? name.text : name.getText(file));
  const names: string[] = [];
  const visit = (node: Node): void => {
    if (start < node.getStart(file) || start >= node.end) return;
    const { name } = node as { readonly name?: PropertyName };
    if (name !== undefined && !ts.isPropertyAccessExpression(node)) names.push(getName(name));
    ts.forEachChild(node, visit);
  };
  visit(file);
  const subject = names.slice(0, names[0] === "components" ? 3 : 2).join(".");
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  return `${file.fileName}:${line}${subject === "" ? "" : ` (${subject})`}`;
}
