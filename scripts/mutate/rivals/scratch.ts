import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What is measured beside the gate, and the independent validator. They are no dependencies of the project. */
const PACKAGES = ["openapi-backend@5.21.2", "@hyperjump/json-schema@1.18.0"];

/** A folder outside the project that holds them, made once. */
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

/** A module of the scratch folder, of which nothing is known here. */
export async function importFrom(folder: string, path: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(folder, "node_modules", path)).href)) as Record<string, unknown>;
}
