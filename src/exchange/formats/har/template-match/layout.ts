/**
 * Where things stand in the memory that entries are matched in (assembly/match.ts), which is compiled from these same lines.
 * Every number takes four bytes.
 */

/** What was found last: the body, and of each hole where it starts and ends. */
export const BODY_START_AT = 1024;
export const BODY_END_AT = 1028;
export const SLOTS_START = 1032;
export const SLOT_SIZE = 8;
export const MAX_SLOTS = 200;

export const TEMPLATES_START = 4096;
/** Bytes of a recording. */
export const WINDOW_START = 524288;

/** The fields of a template; the parts of its head stand behind them. */
export const TAIL_LENGTH_AT = 0;
export const HEAD_COUNT_AT = 4;
export const TAIL_COUNT_AT = 8;
export const TAIL_AT = 12;
export const TEMPLATE_SIZE = 16;

/** The fields of a part; its bytes stand behind them, and the next part at a multiple of eight. */
export const LENGTH_AT = 0;
export const SLOT_AT = 4;
export const SEGMENT_SIZE = 8;

export const NO_SLOT = 0;
export const PLAIN_SLOT = 1;
export const TEXT_SLOT = 2;
export const NUMBER_SLOT = 3;
export const SIZE_SLOT = 4;

export const NO_MATCH = 0;
/** Up to the body it is like the template. */
export const HEAD_MATCH = 1;
export const FULL_MATCH = 2;
