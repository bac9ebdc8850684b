import { createRandom } from "../../bench/random.js";

/** Pseudorandom numbers. Each operator has its own seed, so that a new operator does not change other mutants. */
export type Random = { readonly below: (limit: number) => number };

export function seededRandom(seed: string): Random {
  const next = createRandom(hash(seed));
  return { below: (limit) => Math.floor(next() * limit) };
}

/** Returns `count` random items of a list, in their order. */
export function sample<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = list.map((_, index) => index);
  const taken: number[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(random.below(left.length), 1));
  return taken.sort((a, b) => a - b).flatMap((index) => list.slice(index, index + 1));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
