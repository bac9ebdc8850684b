import { Ajv2020 } from "ajv/dist/2020.js";
import { _, Name, nil, stringify } from "ajv/dist/core.js";
import standalone from "ajv/dist/standalone/index.js";

/**
 * Returns Ajv. The built package loads it on the first call (scripts/build/build.ts). All parts of Ajv come from here, because
 * one copy of Ajv does not accept code objects of another.
 */
export const getAjvPackage = (): typeof AJV_PACKAGE => AJV_PACKAGE;

const AJV_PACKAGE = { Ajv2020, _, Name, nil, stringify, standalone: standalone.default };
