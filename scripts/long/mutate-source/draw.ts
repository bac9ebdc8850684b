/** Draws bugs at random: each of those that StrykerJS would plant in `src/` is as likely. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, seededRandom } from "../mutate/random.js";
import { type Edit, type Mutant, mutantKey } from "./edit.js";
import { fitTogether } from "./instrument.js";
import { listEdits } from "./operators.js";
import { createTypeCheck } from "./type-check.js";

/** Compiled into files that are compared byte for byte with what is in the repository: any bug there would be noticed. */
const COMPILED = /\/assembly\/|\/web-assembly\/layout\.ts$|\/page\/script\/|\/module\.ts$|validator-runtime\.ts$/;

export type Drawing = {
  readonly seed: string;
  readonly count: number;
  /** Paths below `src/` to draw from; all when there are none. */
  readonly only: readonly string[];
};

export type Drawn = {
  readonly mutants: readonly Mutant[];
  /** How many were drawn and not taken, since the compiler notices them. */
  readonly refused: number;
};

type Candidate = Edit & { readonly file: string; readonly line: number };

/** The same sources, seed and count give the same bugs. */
export function drawMutants(root: string, { seed, count, only }: Drawing): Drawn {
  const files = sourceFiles(root).filter(
    (file) => only.length === 0 || only.some((it) => file.startsWith(`src/${it}`)),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const all = [...texts].flatMap(([file, text]) => listCandidates(file, text));
  const random = seededRandom(seed);
  const compiles = createTypeCheck(root);
  const taken: Mutant[] = [];
  const seen = new Set<string>();
  let refused = 0;
  for (let rounds = 0; taken.length < count && rounds < 12; rounds += 1) {
    // More than are needed, for some of them do not compile.
    const candidates = drawRound(random, all, { texts, seen, wanted: Math.ceil((count - taken.length) * 1.6) });
    const accepted = compiles(candidates, texts);
    for (const [index, candidate] of candidates.entries()) {
      if (taken.length === count) break;
      const isClear = taken.every((it) => it.file !== candidate.file || fitTogether(it, candidate));
      if (accepted[index] === true && isClear) taken.push({ ...candidate, id: taken.length + 1 });
      else if (accepted[index] !== true) refused += 1;
    }
  }
  return { mutants: taken, refused };
}

type Round = {
  readonly texts: ReadonlyMap<string, string>;
  readonly seen: Set<string>;
  readonly wanted: number;
};

function drawRound(random: Random, all: readonly Candidate[], { texts, seen, wanted }: Round): Mutant[] {
  const drawn: Mutant[] = [];
  for (let tries = 0; drawn.length < wanted && tries < wanted * 20; tries += 1) {
    const edit = all[random.below(all.length)] as Candidate;
    const original = (texts.get(edit.file) ?? "").slice(edit.start, edit.end);
    const mutant = { ...edit, id: 0, original };
    const key = `${edit.start} ${mutantKey(mutant)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    drawn.push(mutant);
  }
  return drawn;
}

function listCandidates(file: string, text: string): Candidate[] {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  let line = 0;
  return listEdits(file, text)
    .sort((a, b) => a.start - b.start)
    .map((edit) => {
      while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= edit.start) line += 1;
      return { ...edit, file, line: line + 1 };
    });
}

export function sourceFiles(root: string): string[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && !COMPILED.test(path))
    .sort();
}
