import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The description of this package, which is judged against when no other is named: its files, or, in a bundle that has taken
 * it along, the one file of it that such a bundle has.
 *
 * @throws Error in a bundle that has not.
 */
export function findBundledSpec(): string {
  // A bundle of CommonJS does not know where it lies.
  const code: string | undefined = import.meta.url;
  if (code !== undefined) {
    // As a URL the bundler would take this file along, without those that it refers to.
    const files = resolve(dirname(fileURLToPath(code)), "../../spec/openapi.yaml");
    if (existsSync(files)) return files;
    const bundled = fileURLToPath(new URL("../../generated/openapi.yaml", import.meta.url));
    if (existsSync(bundled)) return bundled;
  }
  throw new Error('the description of commerce-contract is not in this bundle: name one as "spec"');
}
