/** The examples of a page are programs: they compile as a stranger would have them, and run with what the page takes for given. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

export type Example = { readonly title: string; readonly path: string };

export type Examples = {
  readonly all: readonly Example[];
  /** What the compiler says of them: nothing. */
  readonly problems: () => readonly string[];
  readonly run: (example: Example, given: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly close: () => void;
};

/** Doors of the package that examples import, and where they are here. */
const DOORS: Readonly<Record<string, string>> = {
  "commerce-contract": "src/index.js",
  "commerce-contract/gate": "src/library/index.js",
  "commerce-contract/sandbox": "src/sandbox/index.js",
  "commerce-contract/testing": "src/testing/index.js",
  "commerce-contract/testing/vitest": "src/testing/vitest.js",
  "commerce-contract/validators": "generated/validators.js",
  "commerce-contract/webhooks": "src/webhooks/index.js",
};

/** @param given types by the names that examples have from elsewhere */
export function openExamples(page: string, given: Readonly<Record<string, string>>): Examples {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // What a reader has installed.
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const all: Example[] = [];
  const counts = new Map<string, number>();
  let heading = "";
  for (const [, title, text] of readFileSync(join(ROOT, page), "utf8").matchAll(/^## (.*)$|^```ts\n([\s\S]*?)^```/gm)) {
    if (title !== undefined) heading = title;
    if (text === undefined) continue;
    const count = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, count);
    const path = join(folder, `example-${all.length + 1}.ts`);
    writeFileSync(path, moduleOf(text, given));
    all.push({ title: count === 1 ? heading : `${heading} ${count}`, path });
  }
  return {
    all,
    problems: () => problemsOf(all),
    run: async ({ path }, values) => {
      const example = (await import(path)) as { readonly default: (from: typeof values) => Promise<void> };
      await example.default(values);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An example as a module that is given what it does not say. */
function moduleOf(text: string, given: Readonly<Record<string, string>>): string {
  const imports = text.match(/^import [^;]*;$/gm) ?? [];
  const body = imports.reduce((rest, line) => rest.replace(line, ""), text);
  const used = Object.entries(given).filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b`).test(body));
  const here = imports.join("\n").replaceAll(/"([^"]*)"/g, (quoted, door: string) => {
    const path = DOORS[door];
    return path === undefined ? quoted : JSON.stringify(join(ROOT, path));
  });
  const types = used.map(([name, type]) => `readonly ${name}: ${type}`);
  return `${here}
export default async ({ ${used.map(([name]) => name).join(", ")} }: { ${types.join("; ")} }): Promise<void> => {
${body}
};
`;
}

function problemsOf(examples: readonly Example[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const program = ts.createProgram(
    examples.map(({ path }) => path),
    options,
  );
  return examples.flatMap(({ title, path }) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${title}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
}
