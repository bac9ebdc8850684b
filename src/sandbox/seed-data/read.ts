import { readBytes } from "../../document/index.js";
import type { World } from "../world.js";
import { PACKS } from "./packs.js";
import { parseSeedData } from "./parse.js";
import type { SeedData } from "./seed-data.js";
import { SeedDataError } from "./seed-data-error.js";

/**
 * The data of a seed-data file.
 *
 * @throws SeedDataError when it cannot be read, or says what no sandbox can be filled with
 */
export function readSeedData(path: string, world: World, now: number): SeedData {
  let text: string;
  try {
    text = readBytes(path).toString("utf8");
  } catch (error) {
    const accepted = `accepted are ${PACKS.join(", ")}, and the path of a seed-data file, YAML or JSON`;
    throw new SeedDataError({ file: path }, `${why(error as NodeJS.ErrnoException)}; ${accepted}`, { cause: error });
  }
  return parseSeedData(path, text, world, now);
}

function why({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  return code === "EISDIR" ? "it is a folder" : `it cannot be read: ${message}`;
}
