import { deriveBytes } from "../context/derived-ids.js";

/** A fast pseudorandom number generator, seeded by the seed and a purpose. */
export type SeededRandom = {
  /** From 0 to 1, excluding 1. */
  readonly fraction: () => number;
  /** From `min` to `max`, inclusive. */
  readonly integer: (min: number, max: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly digits: (count: number) => string;
  /** An id in the format of UUID version 4 (RFC 9562, section 5.4). */
  readonly uuid: () => string;
};

export function createSeededRandom(seed: string, ...purpose: readonly string[]): SeededRandom {
  let state = Buffer.from(deriveBytes(seed, ...purpose)).readInt32BE();
  // SplitMix, 32 bits.
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const fraction = (): number => next() / 2 ** 32;
  const integer = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  const hex = (): string => next().toString(16).padStart(8, "0");
  return {
    fraction,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(""),
    uuid: () => {
      const [first, second, third, last] = [hex(), hex(), hex(), hex()];
      const variant = "89ab"[Number.parseInt(third.slice(0, 1), 16) & 3];
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${last}`;
    },
  };
}
