import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The description of this package, which is judged against when no other is named. */
export function ownDescription(): string {
  return fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url));
}

/** The lines of a file of the description, so that a clause can be shown; none when it cannot be read. */
export function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split(/\r?\n/);
  } catch {
    return [];
  }
}
