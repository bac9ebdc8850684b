import { EXCHANGE_CODES } from "./exchange-codes.js";
import { REQUEST_CODES } from "./request-codes.js";
import { RESPONSE_CODES } from "./response-codes.js";

/** All codes of findings. Codes are public and stable; messages may change. */
export const CODES = { ...REQUEST_CODES, ...RESPONSE_CODES, ...EXCHANGE_CODES } as const;

export type FindingCode = keyof typeof CODES;
