import { Ajv2020 } from "ajv/dist/2020.js";
import { _, nil, stringify } from "ajv/dist/core.js";

/** Ajv, for who is about to compile: the built package loads it here and not before (scripts/build.ts). */
export const ajvPackage = (): typeof PACKAGE => PACKAGE;

const PACKAGE = { Ajv2020, _, nil, stringify };
