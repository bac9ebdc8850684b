/**
 * Layout of the WebAssembly memory in which entries are matched. It is also compiled into assembly/match.ts. Every number
 * has four bytes.
 */

/** The last match: start and end of the body and of each slot. */
export const BODY_START_AT = 1024;
export const BODY_END_AT = 1028;
export const SLOTS_START = 1032;
export const SLOT_SIZE = 8;
export const MAX_SLOTS = 200;

export const TEMPLATES_START = 4096;
/** The bytes of the recording. */
export const WINDOW_START = 524288;

/** The fields of a template; the segments of its head follow. */
export const TAIL_LENGTH_AT = 0;
export const HEAD_COUNT_AT = 4;
export const TAIL_COUNT_AT = 8;
export const TAIL_AT = 12;
export const TEMPLATE_SIZE = 16;

/** The fields of a segment; its bytes follow. The next segment starts at a multiple of eight. */
export const LENGTH_AT = 0;
export const SLOT_AT = 4;
export const SEGMENT_SIZE = 8;

export const NO_SLOT = 0;
export const PLAIN_SLOT = 1;
export const TEXT_SLOT = 2;
export const NUMBER_SLOT = 3;
export const SIZE_SLOT = 4;

export const NO_MATCH = 0;
/** The entry matches the template up to the body. */
export const HEAD_MATCH = 1;
export const FULL_MATCH = 2;
