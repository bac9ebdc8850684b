/** Compiles src/fast/web-assembly/assembly and the layout.ts next to it to WebAssembly. The same source gives the same bytes. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ASSEMBLY = "src/fast/web-assembly/assembly";
export const MODULE_PATH = "src/fast/web-assembly/module.ts";

const COMPILER_OPTIONS = [
  ...["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--memoryBase", "1024"],
  ...["--initialMemory", "9", "--enable", "simd"],
];

/** Returns the digest of everything that determines the module. */
export function createSourceDigest(): string {
  const paths = [...readdirSync(ASSEMBLY).sort(), "../layout.ts"].map((name) => join(ASSEMBLY, name));
  const texts = paths.map((path) => readFileSync(path, "utf8"));
  return createHash("sha256")
    .update(JSON.stringify([COMPILER_OPTIONS, texts]))
    .digest("hex");
}

/**
 * Compiles the module if its source has changed, because that is slow.
 *
 * @throws Error if the compiler fails
 */
export async function writeWebAssembly(): Promise<void> {
  const digest = createSourceDigest();
  if (existsSync(MODULE_PATH) && readFileSync(MODULE_PATH, "utf8").includes(digest)) return;
  const { main } = await import("assemblyscript/asc");
  const written: (string | Uint8Array)[] = [];
  const { error, stderr } = await main([join(ASSEMBLY, "index.ts"), "--outFile", "module.wasm", ...COMPILER_OPTIONS], {
    writeFile: (_, content) => void written.push(content),
  });
  const [bytes] = written;
  if (error !== null || bytes === undefined) throw new Error(`${ASSEMBLY}: ${stderr.toString()}`);
  const text = Buffer.from(bytes).toString("base64");
  const lines = [
    "/** Written by `npm run generate` from assembly/ and layout.ts; do not edit. */",
    `export const SOURCE_DIGEST = "${digest}";`,
    `export const MODULE =\n  "${text}";`,
  ];
  writeFileSync(MODULE_PATH, `${lines.join("\n")}\n`);
}
