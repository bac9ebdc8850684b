export type Random = () => number;

/** Mulberry32, which gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pickRandom<T>(random: Random, all: readonly [T, ...T[]]): T;
export function pickRandom<T>(random: Random, all: readonly T[]): T | undefined;
export function pickRandom<T>(random: Random, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}

export function createHex(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
}
