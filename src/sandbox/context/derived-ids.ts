import { createHmac } from "node:crypto";
import { type Queries, takeNumber } from "../store/database.js";
import type { AppContext } from "./app-context.js";

/** Derives 32 bytes from the seed and a purpose: the same on every machine and replica and after every restart. */
export function deriveBytes(seed: string, ...purpose: readonly string[]): Uint8Array {
  return createHmac("sha256", seed).update(JSON.stringify(purpose)).digest();
}

/** Derives an id in the format of UUID version 4 (RFC 9562, section 5.4) from the seed and a purpose. */
export function deriveUuid(seed: string, ...purpose: readonly string[]): string {
  const bytes = Buffer.from(deriveBytes(seed, ...purpose).subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Derives an id from the next number of a counter. */
export async function takeUuid(
  queries: Queries,
  { seed }: Pick<AppContext, "seed">,
  counter: string,
  purpose = counter,
): Promise<string> {
  return deriveUuid(seed, purpose, String(await takeNumber(queries, counter)));
}

/** A fast sequence of pseudorandom 32-bit numbers by index, derived from the seed and a purpose (SplitMix). */
export function createNumberSequence(seed: string, ...purpose: readonly string[]): (index: number) => number {
  const start = Buffer.from(deriveBytes(seed, ...purpose)).readInt32BE();
  return (index) => {
    let mixed = (start + Math.imul(index, 0x9e3779b9)) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
