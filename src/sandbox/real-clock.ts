import { randomBytes } from "node:crypto";
import type { RealClock } from "./context/app-context.js";

/** System time and random bytes. Only this file uses them; the client, which also runs in browsers, has its own. */
export const REAL_CLOCK: RealClock = { now: () => Date.now(), randomBytes: (count) => randomBytes(count) };
