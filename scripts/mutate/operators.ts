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
      const unlike = [...edits(it)].filter(({ exchange }) => !isEqualJson(exchange, it.exchange));
      for (const edited of sample(random, unlike, most)) yield { ...edited, operator: name, clean: it };
    }
  }
}

/** Whether two values have the same JSON. An edit shares most parts with its original, so that this is quick. */
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
