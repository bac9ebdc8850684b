import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CorpusResult } from "./corpus.js";
import type { ClientMeasurement, Generation } from "./measure-client.js";
import type { OtherResult } from "./other-generators.js";
import type { PublicSpec } from "./public-specs.js";

/** What was measured with one spec. */
export type SpecResults = {
  readonly client: ClientMeasurement;
  /** On this version of Node, on that of the other generators, and there with validators. */
  readonly generations: readonly Generation[];
  readonly others: readonly OtherResult[];
};

/** Returns the stored results of a spec, if its client was measured. */
export function readResults(folder: string, { name }: PublicSpec): SpecResults | undefined {
  const read = (part: keyof SpecResults): unknown => {
    const file = join(folder, "results", `${name}.${part}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  };
  const client = read("client") as ClientMeasurement | undefined;
  if (client === undefined) return undefined;
  return {
    client,
    generations: (read("generations") as readonly Generation[] | undefined) ?? [],
    others: (read("others") as readonly OtherResult[] | undefined) ?? [],
  };
}

/** Returns the corpus results of a spec, if it was measured. */
export function readCorpusResult(folder: string, { name }: PublicSpec): CorpusResult | undefined {
  const file = join(folder, "results", `${name}.corpus.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CorpusResult) : undefined;
}

export function writeResults(
  folder: string,
  { name }: PublicSpec,
  parts: Partial<SpecResults> & { readonly corpus?: CorpusResult },
): void {
  mkdirSync(join(folder, "results"), { recursive: true });
  for (const [part, results] of Object.entries(parts))
    writeFileSync(join(folder, "results", `${name}.${part}.json`), JSON.stringify(results, undefined, 1));
}
