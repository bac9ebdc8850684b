/**
 * Where the fields of a plan stand in the memory of the reader (assembly/accept.ts), which is compiled from these same lines.
 * Every field is a number of four bytes, but for the marked ones, which are of eight.
 */
export const MODE_AT = 0;
export const KINDS_AT = 4;
export const ID_AT = 8;
/** Of each declared name: the length of its text, where that stands, and the plan of its value. */
export const KEYS_AT = 12;
export const KEY_COUNT_AT = 16;
export const NEXT_KEYS_AT = 20;
/** Of eight bytes: a bit for each key. */
export const REQUIRED_AT = 24;
/** How many lists there are, and of each how many sets of eight bytes, and these. */
export const REQUIRED_ALTERNATIVES_AT = 32;
export const ITEMS_AT = 36;
export const MIN_ITEMS_AT = 40;
export const MAX_ITEMS_AT = 44;
export const TEXT_MODE_AT = 48;
/** Of each listed text: its length, and where it stands. */
export const ENUM_TEXTS_AT = 52;
export const ENUM_COUNT_AT = 56;
/** Of a pattern of one length: the sets of each byte, and what each place asks for. */
export const SETS_AT = 60;
export const POSITIONS_AT = 64;
export const POSITION_COUNT_AT = 68;
export const MIN_LENGTH_AT = 72;
export const MAX_LENGTH_AT = 76;
/** As bits: what tests are made of a value. */
export const TESTS_AT = 80;
export const BRANCHES_AT = 84;
export const BRANCH_COUNT_AT = 88;
/** Of eight bytes each: the limits that a number has to keep. */
export const MINIMUM_AT = 96;
export const MAXIMUM_AT = 104;
export const SCHEMA_SIZE = 112;

export const COMPILED_MODE = 0;
export const ANY_MODE = 1;
export const UNION_MODE = 2;
export const FALLBACK_MODE = 3;

export const KEY_SIZE = 12;
export const ENUM_ENTRY_SIZE = 8;

export const ANY_TEXT = 0;
export const ENUM_TEXT = 1;
export const TESTED_TEXT = 2;

export const DATE_TIME_TEST = 1;
export const TEXT_TESTS = 2;
export const NUMBER_TESTS = 4;

export const OBJECT_KIND = 1;
export const ARRAY_KIND = 2;
export const STRING_KIND = 4;
export const INTEGER_KIND = 8;
export const FRACTION_KIND = 16;
export const TRUE_KIND = 32;
export const FALSE_KIND = 64;
export const NULL_KIND = 128;

/** The plan of anything that is JSON stands first in the memory, at a place that is no null. */
export const ANY_SCHEMA = 16;

/** The way down to the value at hand: of each level the key, or nothing for an item of a list. */
export const PATH_START = 1024;
export const MAX_VALUE_DEPTH = 100;

/** What was noted about values that do not keep their plan. */
export const RECORDS_START = 2048;
export const RECORDS_END = 131072;
export const RECORD_SCHEMA_AT = 0;
export const RECORD_START_AT = 4;
export const RECORD_END_AT = 8;
export const RECORD_KIND_AT = 12;
export const RECORD_DEPTH_AT = 16;
export const RECORD_PATH_AT = 20;

/** Plans, and behind the last of them the body that is read. */
export const SCHEMAS_START = 131072;
export const SCHEMAS_END = 33554432;
