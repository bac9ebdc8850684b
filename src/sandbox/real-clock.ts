import { randomBytes } from "node:crypto";
import type { RealClock } from "./world.js";

/** Time and chance of the machine: the only place in `src/` that asks for them. */
export const REAL_CLOCK: RealClock = { now: () => Date.now(), randomBytes: (count) => randomBytes(count) };
