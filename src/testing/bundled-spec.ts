import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the path of the built-in spec, the default of the `spec` option: the source files in the package, or the single
 * file when a bundle includes it.
 *
 * @throws Error if the code runs from a bundle that does not include the spec.
 */
export function findBundledSpec(): string {
  // import.meta.url is undefined in a CommonJS bundle.
  const code: string | undefined = import.meta.url;
  if (code !== undefined) {
    // Not `new URL(…, import.meta.url)`: a bundler would include this file without the files that it references.
    const files = resolve(dirname(fileURLToPath(code)), "../../spec/openapi.yaml");
    if (existsSync(files)) return files;
    const bundled = fileURLToPath(new URL("../../generated/openapi.yaml", import.meta.url));
    if (existsSync(bundled)) return bundled;
  }
  throw new Error('this bundle does not include the built-in spec of commerce-contract: pass a path as "spec"');
}
