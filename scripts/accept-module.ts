/** The reader of bodies (src/schema/acceptance/assembly), compiled; the same source gives the same bytes. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const ACCEPT_MODULE = "src/schema/acceptance/module.ts";

const FOLDER = "src/schema/acceptance/assembly";
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--initialMemory", "3"].concat([
  ...["--memoryBase", "1024", "--enable", "simd"],
]);

/** Of all that the compiled reader is made of. */
export function sourceDigest(): string {
  const files = readdirSync(FOLDER).sort();
  const texts = [...files.map((name) => join(FOLDER, name)), join(FOLDER, "../layout.ts")].map((path) =>
    readFileSync(path, "utf8"),
  );
  return createHash("sha256")
    .update(JSON.stringify([OPTIONS, texts]))
    .digest("hex");
}

/**
 * Compiles the reader where its source has changed; that takes long.
 *
 * @throws Error when it does not compile.
 */
export async function writeAcceptModule(): Promise<void> {
  const digest = sourceDigest();
  if (existsSync(ACCEPT_MODULE) && readFileSync(ACCEPT_MODULE, "utf8").includes(digest)) return;
  const { main } = await import("assemblyscript/asc");
  const written: (string | Uint8Array)[] = [];
  const { error, stderr } = await main([join(FOLDER, "accept.ts"), "--outFile", "accept.wasm", ...OPTIONS], {
    writeFile: (_, content) => void written.push(content),
  });
  const [module] = written;
  if (error !== null || module === undefined) throw new Error(`${FOLDER}: ${stderr.toString()}`);
  const text = Buffer.from(module).toString("base64");
  const lines = [
    "/** Written by `npm run generate` from assembly/ and layout.ts; do not edit. */",
    `export const SOURCE_DIGEST = "${digest}";`,
    `export const MODULE =\n  "${text}";`,
  ];
  writeFileSync(ACCEPT_MODULE, `${lines.join("\n")}\n`);
}
