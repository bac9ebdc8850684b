/** Compiles src/…/assembly and the layout.ts next to it to WebAssembly. The same source gives the same bytes. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folders that contain `assembly/`, the name of its entry file, and the initial memory in pages. */
export const WEB_ASSEMBLY_MODULES = [
  { folder: "src/fast/wasm-validator", entry: "accept", pages: 4 },
  { folder: "src/fast/entries/template-match", entry: "match", pages: 9 },
] as const;

type WebAssemblySource = (typeof WEB_ASSEMBLY_MODULES)[number];

const COMPILER_OPTIONS = [
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--memoryBase",
  "1024",
  "--enable",
  "simd",
];

/** Returns the digest of everything that determines a module. */
export function createSourceDigest({ folder, pages }: WebAssemblySource): string {
  const assembly = join(folder, "assembly");
  const paths = [...readdirSync(assembly).sort(), "../layout.ts"].map((name) => join(assembly, name));
  const texts = paths.map((path) => readFileSync(path, "utf8"));
  return createHash("sha256")
    .update(JSON.stringify([COMPILER_OPTIONS, pages, texts]))
    .digest("hex");
}

/**
 * Compiles the modules whose source has changed, which is slow.
 *
 * @throws Error if the compiler fails
 */
export async function writeWebAssembly(): Promise<void> {
  for (const module of WEB_ASSEMBLY_MODULES) {
    const { folder, entry, pages } = module;
    const path = join(folder, "module.ts");
    const digest = createSourceDigest(module);
    if (existsSync(path) && readFileSync(path, "utf8").includes(digest)) continue;
    const { main } = await import("assemblyscript/asc");
    const written: (string | Uint8Array)[] = [];
    const source = join(folder, "assembly", `${entry}.ts`);
    const { error, stderr } = await main(
      [source, "--outFile", `${entry}.wasm`, "--initialMemory", String(pages), ...COMPILER_OPTIONS],
      { writeFile: (_, content) => void written.push(content) },
    );
    const [bytes] = written;
    if (error !== null || bytes === undefined) throw new Error(`${source}: ${stderr.toString()}`);
    const text = Buffer.from(bytes).toString("base64");
    const lines = [
      "/** Written by `npm run generate` from assembly/ and layout.ts; do not edit. */",
      `export const SOURCE_DIGEST = "${digest}";`,
      `export const MODULE =\n  "${text}";`,
    ];
    writeFileSync(path, `${lines.join("\n")}\n`);
  }
}
