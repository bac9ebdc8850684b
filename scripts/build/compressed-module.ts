import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Writes a CommonJS module compressed, and a file of a few lines that loads it. The TypeScript compiler would be a
 * third of the package.
 *
 * @param names its exports, which Node finds in the last line.
 */
export function writeCompressedModule(file: string, contents: Uint8Array | undefined, names: readonly string[]): void {
  if (contents === undefined) throw new Error(`${file} was not built`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(
    file,
    `const { readFileSync } = require("node:fs");
const { gunzipSync } = require("node:zlib");
module._compile(gunzipSync(readFileSync(\`\${__filename}.gz\`)).toString(), __filename);
0 && (module.exports = { ${names.join(", ")} });
`,
  );
}
