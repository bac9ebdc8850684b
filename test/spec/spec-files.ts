import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** The source files of the spec, before bundling. */

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));
export const specFolder = join(projectFolder, "spec");
export const entryFile = join(specFolder, "openapi.yaml");

/** Every file under spec/, as a path relative to it. */
export const specFiles: readonly string[] = readdirSync(specFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(specFolder, join(entry.parentPath, entry.name)))
  .sort();

/** Files about the spec that are not part of it and not referenced. */
export const companions: readonly string[] = ["extensions.md", "open-points.yaml", "seed.yaml"];

export const contractFiles = specFiles.filter((file) => !companions.includes(file));

export function readSpec(file: string): unknown {
  return parse(readFileSync(join(specFolder, file), "utf8"));
}

/** A value of the spec, with the keys and indexes that lead to it. */
export type Place = { readonly path: readonly string[]; readonly value: unknown };

export function* placesIn(value: unknown, path: readonly string[] = []): Generator<Place> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* placesIn(child, [...path, key]);
}

/** The location of a `$ref`, and the file it refers to. */
export type Reference = { readonly from: string; readonly ref: string; readonly to: string };

export function referencesOf(file: string): Reference[] {
  return [...placesIn(readSpec(file))].flatMap(({ path, value }) => {
    if (path.at(-1) !== "$ref" || typeof value !== "string") return [];
    return [{ from: file, ref: value, to: relative(specFolder, resolve(specFolder, dirname(file), value)) }];
  });
}
