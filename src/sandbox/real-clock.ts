import { randomBytes } from "node:crypto";
import type { RealClock } from "./context/app-context.js";

/** Time and chance of the machine: the only place that asks for them, but for the client, which runs elsewhere too. */
export const REAL_CLOCK: RealClock = { now: () => Date.now(), randomBytes: (count) => randomBytes(count) };
