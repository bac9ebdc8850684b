import { Ajv2020 } from "ajv/dist/2020.js";
import { _, nil, stringify } from "ajv/dist/core.js";
import standalone from "ajv/dist/standalone/index.js";

/**
 * Ajv, for who is about to compile: the built package loads it here and not before (scripts/build.ts). All of it comes from here, for
 * code that was put together by one copy of Ajv is no code to another.
 */
export const getAjvPackage = (): typeof AJV_PACKAGE => AJV_PACKAGE;

const AJV_PACKAGE = { Ajv2020, _, nil, stringify, standalone: standalone.default };
