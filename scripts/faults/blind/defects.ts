import type { Defect } from "./defect.js";
import { EIGHTH } from "./eighth/defects-of-eighth.js";
import { FIFTH } from "./fifth/defects-of-fifth.js";
import { FOREIGN_OPENED_1 } from "./foreign/opened-1.js";
import { FOREIGN_OPENED_2 } from "./foreign/opened-2.js";
import { FOREIGN_SEALED_1 } from "./foreign/sealed-1.js";
import { FOREIGN_SEALED_2 } from "./foreign/sealed-2.js";
import { FOURTH } from "./fourth/defects-of-fourth.js";
import { OPENED_1 } from "./opened-1.js";
import { OPENED_2 } from "./opened-2.js";
import { OPENED_3 } from "./opened-3.js";
import { OPENED_4 } from "./opened-4.js";
import { OPENED_5 } from "./opened-5.js";
import { OPENED_6 } from "./opened-6.js";
import { SEALED_1 } from "./sealed-1.js";
import { SEALED_2 } from "./sealed-2.js";
import { SEALED_3 } from "./sealed-3.js";
import { SEALED_4 } from "./sealed-4.js";
import { SEALED_5 } from "./sealed-5.js";
import { SEALED_6 } from "./sealed-6.js";
import { SECOND } from "./second/defects-of-second.js";
import { SEVENTH } from "./seventh/defects-of-seventh.js";
import { SIXTH } from "./sixth/defects-of-sixth.js";
import { THIRD } from "./third/defects-of-third.js";

export type Half = "opened" | "sealed" | "second" | "third" | "fourth" | "fifth" | "sixth" | "seventh" | "eighth";

/** The parts of each set of defects. The later sets are from other authors, and all of them is sealed. */
export const SETS: Readonly<Record<string, readonly Half[]>> = {
  first: ["opened", "sealed"],
  second: ["second"],
  third: ["third"],
  fourth: ["fourth"],
  fifth: ["fifth"],
  sixth: ["sixth"],
  seventh: ["seventh"],
  eighth: ["eighth"],
};

/** Defects in two halves of a random split. The opened half is for improving the probe, the sealed one only measures it. */
export const DEFECTS: Readonly<Record<Half, readonly Defect[]>> = {
  opened: [
    ...OPENED_1,
    ...OPENED_2,
    ...OPENED_3,
    ...OPENED_4,
    ...OPENED_5,
    ...OPENED_6,
    ...FOREIGN_OPENED_1,
    ...FOREIGN_OPENED_2,
  ],
  sealed: [
    ...SEALED_1,
    ...SEALED_2,
    ...SEALED_3,
    ...SEALED_4,
    ...SEALED_5,
    ...SEALED_6,
    ...FOREIGN_SEALED_1,
    ...FOREIGN_SEALED_2,
  ],
  second: SECOND,
  third: THIRD,
  fourth: FOURTH,
  fifth: FIFTH,
  sixth: SIXTH,
  seventh: SEVENTH,
  eighth: EIGHTH,
};
