import type { Document } from "../../src/document/index.js";
import { bodyOperators } from "./body-operators.js";
import { messageOperators } from "./message-operators.js";
import type { Clean, Mutant, Operator } from "./mutant.js";
import { sample, seededRandom } from "./random.js";
import { requestOperators } from "./request-operators.js";

export function operatorsFor(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  return [...bodyOperators(documents), ...requestOperators(documents), ...messageOperators(documents)];
}

/** Each clean exchange broken once by each operator, at up to `most` places that the seed chooses. */
export function* mutate(
  operators: readonly Operator[],
  clean: readonly Clean[],
  { seed, most }: { seed: string; most: number },
): Iterable<Mutant> {
  for (const { name, edits } of operators) {
    for (const it of clean) {
      const random = seededRandom(`${seed} ${name} ${it.contract} ${it.name}`);
      const unlike = [...edits(it)].filter(({ exchange }) => JSON.stringify(exchange) !== JSON.stringify(it.exchange));
      for (const edited of sample(random, unlike, most)) yield { ...edited, operator: name, clean: it };
    }
  }
}
