import type { Document } from "../../../src/document/index.js";
import { createBodyOperators } from "./body-operators.js";
import { createMessageOperators } from "./message-operators.js";
import type { Clean, Mutant, Operator } from "./mutant.js";
import { sample, seededRandom } from "./random.js";
import { createRequestOperators } from "./request-operators.js";

export function createOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  return [
    ...createBodyOperators(documents),
    ...createRequestOperators(documents),
    ...createMessageOperators(documents),
  ];
}

/** Applies each operator to each clean exchange. Yields up to `most` mutants per pair, chosen by the seed. */
export function* mutate(
  operators: readonly Operator[],
  clean: readonly Clean[],
  { seed, most }: { seed: string; most: number },
): Iterable<Mutant> {
  for (const { name, edits } of operators) {
    for (const it of clean) {
      const random = seededRandom(`${seed} ${name} ${it.contract} ${it.name}`);
      const different = [...edits(it)].filter(({ exchange }) => !isEqualJson(exchange, it.exchange));
      for (const edited of sample(random, different, most)) yield { ...edited, operator: name, clean: it };
    }
  }
}

/** Compares two values as JSON. This is fast because a mutant shares most objects with its original. */
function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof Uint8Array || other instanceof Uint8Array) return JSON.stringify(one) === JSON.stringify(other);
  const [names, others] = [one, other].map((it) =>
    Object.keys(it).filter((name) => it[name as keyof typeof it] !== undefined),
  );
  if (names === undefined || others === undefined || names.length !== others.length) return false;
  return names.every(
    (name, at) => name === others[at] && isEqualJson(one[name as keyof typeof one], other[name as keyof typeof other]),
  );
}
