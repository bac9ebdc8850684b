import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

/** Returns the texts of a file that the build writes beside the program; undefined in the repository, which has the sources. */
export function readBuiltTexts(name: string): Readonly<Record<string, string>> | undefined {
  const path = fileURLToPath(new URL(`./${name}.json.gz`, import.meta.url));
  return existsSync(path) ? JSON.parse(gunzipSync(readFileSync(path)).toString()) : undefined;
}
