import { readFileSync } from "node:fs";
import type { World } from "../world.js";
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
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SeedDataError({ file: path }, "cannot be read", { cause: error });
  }
  return parseSeedData(path, text, world, now);
}
