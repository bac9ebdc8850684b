import { readBytes } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { FIXTURE_NAMES } from "./fixtures.js";
import { parseSeedData } from "./parse-seed-data.js";
import type { SeedData } from "./seed-data.js";
import { SeedDataError } from "./seed-data-error.js";

/**
 * The data of a seed-data file.
 *
 * @throws SeedDataError when it cannot be read, or says what no sandbox can be filled with
 */
export function readSeedData(path: string, world: AppContext, now: number): SeedData {
  let text: string;
  try {
    text = readBytes(path).toString("utf8");
  } catch (error) {
    const accepted = `accepted are ${FIXTURE_NAMES.join(", ")}, and the path of a seed-data file, YAML or JSON`;
    throw new SeedDataError({ file: path }, `${formatReadError(error as NodeJS.ErrnoException)}; ${accepted}`, {
      cause: error,
    });
  }
  return parseSeedData(path, text, world, now);
}

function formatReadError({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  return code === "EISDIR" ? "it is a folder" : `it cannot be read: ${message}`;
}
