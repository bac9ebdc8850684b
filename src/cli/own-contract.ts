import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The description that is judged against when none is named: this package's own, where it stands beside the code. */
export function ownContract(): string {
  const places = ["../../spec/openapi.yaml", "../spec/openapi.yaml"].map((path) => new URL(path, import.meta.url));
  const found = places.find((place) => existsSync(place)) ?? places[0];
  const path = fileURLToPath(found as URL);
  const here = `${process.cwd()}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}
