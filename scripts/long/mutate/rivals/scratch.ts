import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The other tools and the independent validator, which are no dependencies of the project. */
const PACKAGES = ["openapi-backend@5.21.2", "@hyperjump/json-schema@1.18.0"];

/** Returns the temporary folder where these packages are installed. The first call installs them. */
export function scratchFolder(): string {
  const folder = join(tmpdir(), "commerce-contract-rivals-1");
  if (!existsSync(join(folder, "node_modules/openapi-backend"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...PACKAGES], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
    });
  }
  return folder;
}

/** Imports a module of the scratch folder. */
export async function importFrom(folder: string, path: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(folder, "node_modules", path)).href)) as Record<string, unknown>;
}
