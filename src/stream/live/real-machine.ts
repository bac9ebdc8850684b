import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** The time, randomness and name of this machine. */
export const REAL_MACHINE = {
  now: (): number => Date.now(),
  random: (): number => Math.random(),
  /** A name that no other process has. */
  createName: (): string => `${hostname()}-${randomUUID().slice(0, 8)}`,
};
