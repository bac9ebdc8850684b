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
export const FOLLOWS_AT = 20;
/** Of eight bytes: a bit for each key. */
export const REQUIRED_AT = 24;
/** How many lists there are, and of each how many sets of eight bytes, and these. */
export const CHOICES_AT = 32;
export const ITEMS_AT = 36;
export const MIN_ITEMS_AT = 40;
export const MAX_ITEMS_AT = 44;
export const TEXT_AT = 48;
/** Of each listed text: its length, and where it stands. */
export const LISTED_AT = 52;
export const LISTED_COUNT_AT = 56;
/** Of a pattern of one length: the sets of each byte, and what each place asks for. */
export const SETS_AT = 60;
export const PLACES_AT = 64;
export const PLACE_COUNT_AT = 68;
export const MIN_LENGTH_AT = 72;
export const MAX_LENGTH_AT = 76;
/** As bits: what tests are made of a value. */
export const TESTS_AT = 80;
export const BRANCHES_AT = 84;
export const BRANCH_COUNT_AT = 88;
/** Of eight bytes each: the limits that a number has to keep. */
export const LEAST_AT = 96;
export const GREATEST_AT = 104;
export const PLAN_SIZE = 112;

export const PLAN_MODE = 0;
export const OPEN_MODE = 1;
export const UNION_MODE = 2;
export const SLICE_MODE = 3;

export const KEY_SIZE = 12;
export const LISTED_SIZE = 8;

export const FREE_TEXT = 0;
export const LISTED_TEXT = 1;
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
export const OPEN_PLAN = 16;

/** The way down to the value at hand: of each level the key, or nothing for an item of a list. */
export const PATH_START = 1024;
export const MAX_DEPTH = 100;

/** What was noted about values that do not keep their plan. */
export const NOTES_START = 2048;
export const NOTES_END = 131072;
export const NOTE_PLAN_AT = 0;
export const NOTE_START_AT = 4;
export const NOTE_END_AT = 8;
export const NOTE_KIND_AT = 12;
export const NOTE_DEPTH_AT = 16;
export const NOTE_PATH_AT = 20;

/** Plans, and behind the last of them the body that is read. */
export const PLANS_START = 131072;
export const PLANS_END = 33554432;
