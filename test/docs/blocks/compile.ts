/** Type-checks all TypeScript blocks in one program, as a strict project of a reader would, and makes JavaScript of them. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compile } from "../../generate/compile-strictly.js";
import { type Block, placeOf } from "./read.js";

export type Compiled = {
  /** What the compiler reports, with the place in the page. */
  readonly problems: readonly string[];
  readonly javaScript: (block: Block) => string;
};

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  // With these two, Node 22.18 and newer run the files themselves.
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
};

/** The name of its file: its title, or one by its place. */
export function fileOf(block: Block): string {
  return block.title ?? `example-${block.line}.ts`;
}

/**
 * @param all the blocks of all pages
 * @param modules a node_modules folder with the package and what the blocks import beside it
 */
export function compileBlocks(all: readonly Block[], folder: string, modules: string): Compiled {
  const blocks = all.filter((it) => it.language === "ts" && !it.isOutput && it.notRun === undefined);
  mkdirSync(folder, { recursive: true });
  symlinkSync(modules, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const paths = new Map(blocks.map((block) => [join(folder, block.page, fileOf(block)), block]));
  for (const [path, { text }] of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const page of new Set(blocks.flatMap((it) => (GENERATED_IMPORT.test(it.text) ? [it.page] : []))))
    generateFiles(
      all.filter((it) => it.page === page),
      join(folder, page),
      modules,
    );
  if (paths.size < blocks.length) throw new Error("two TypeScript blocks of a page have the same title");
  const options = { ...OPTIONS, rootDir: folder, outDir: folder, typeRoots: [join(modules, "@types")] };
  const problems = compile([...paths.keys()], options).map(({ file, line, message }) => {
    const block = paths.get(file);
    const place = block === undefined ? `${file}:${line}` : placeOf({ ...block, line: block.line + line });
    return `${place} ${message}`;
  });
  return {
    problems,
    javaScript: (block) => readFileSync(join(folder, block.page, fileOf(block).replace(/ts$/, "js")), "utf8"),
  };
}

const GENERATED_IMPORT = /from "\.\/\w+\//;

/** What the blocks of a page import from the output of its `contract generate --out`. */
function generateFiles(page: readonly Block[], folder: string, modules: string): void {
  for (const { language, title, text } of page) {
    if (title !== undefined && language === "yaml") writeFileSync(join(folder, title), text);
    for (const [, file = ""] of text.matchAll(/^cp node_modules\/(\S+) /gm))
      copyFileSync(join(modules, file), join(folder, basename(file)));
    for (const [, args = ""] of text.matchAll(/^npx contract (generate .*--out \S+(?: --with \S+)*)$/gm))
      execFileSync(join(modules, ".bin/contract"), args.split(" "), { cwd: folder, stdio: "pipe" });
  }
}
