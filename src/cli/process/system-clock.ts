import { randomBytes } from "node:crypto";

/** System time and random bytes, for the commands. */
export const SYSTEM_CLOCK = {
  now: (): number => Date.now(),
  /** Milliseconds since 1970, with a fraction. */
  preciseNow: (): number => performance.timeOrigin + performance.now(),
  randomBytes: (count: number): Uint8Array => randomBytes(count),
};
