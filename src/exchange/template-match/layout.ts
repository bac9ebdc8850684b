/**
 * Where things stand in the memory that entries are matched in (assembly/match.ts), which is compiled from these same lines.
 * Every number takes four bytes.
 */

/** What was found last: the body, and of each hole where it starts and ends. */
export const BODY_START_AT = 1024;
export const BODY_END_AT = 1028;
export const HOLES_START = 1032;
export const HOLE_SIZE = 8;
export const MAX_HOLES = 200;

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
export const HOLE_AT = 4;
export const PART_SIZE = 8;

export const NO_HOLE = 0;
export const PLAIN_HOLE = 1;
export const TEXT_HOLE = 2;
export const NUMBER_HOLE = 3;
export const SIZE_HOLE = 4;

export const UNLIKE = 0;
/** Up to the body it is like the template. */
export const HEAD_ALIKE = 1;
export const ALIKE = 2;
