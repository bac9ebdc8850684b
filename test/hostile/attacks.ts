import type { Attack } from "./attack.js";
import { schemaAttacks } from "./schema-attacks.js";

/** Everything that is tried, each a line of a table. */
export const ATTACKS: readonly Attack[] = [...schemaAttacks];
