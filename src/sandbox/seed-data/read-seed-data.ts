import { readBytes } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { FIXTURE_NAMES } from "./fixtures.js";
import { parseSeedData } from "./parse-seed-data.js";
import type { SeedData } from "./seed-data.js";
import { SeedDataError } from "./seed-data-error.js";

/**
 * Reads a seed-data file.
 *
 * @throws SeedDataError when the file cannot be read or is invalid
 */
export function readSeedData(path: string, app: AppContext, now: number): SeedData {
  let text: string;
  try {
    text = readBytes(path).toString("utf8");
  } catch (error) {
    const expected = `expected ${FIXTURE_NAMES.join(", ")} or the path of a YAML or JSON seed-data file`;
    throw new SeedDataError({ file: path }, `${formatReadError(error as NodeJS.ErrnoException)}; ${expected}`, {
      cause: error,
    });
  }
  return parseSeedData(path, text, app, now);
}

function formatReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "file does not exist";
  return code === "EISDIR" ? "is a directory" : `cannot read the file: ${message}`;
}
