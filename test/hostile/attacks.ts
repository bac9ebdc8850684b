import type { Attack } from "./attack.js";
import { bodyAttacks } from "./body-attacks.js";
import { descriptionAttacks } from "./description-attacks.js";
import { outputAttacks } from "./output-attacks.js";
import { schemaAttacks } from "./schema-attacks.js";

/** All attacks. */
export const ATTACKS: readonly Attack[] = [...schemaAttacks, ...descriptionAttacks, ...bodyAttacks, ...outputAttacks];
