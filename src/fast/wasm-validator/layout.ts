/**
 * The offsets of the fields of a compiled schema in the memory of the reader. assembly/accept.ts imports this file too.
 * A field is a 32-bit integer unless its comment says otherwise.
 */
export const MODE_AT = 0;
export const KINDS_AT = 4;
export const ID_AT = 8;
/** The address of the keys. A key is the length and address of a declared name, and the address of its compiled schema. */
export const KEYS_AT = 12;
export const KEY_COUNT_AT = 16;
export const NEXT_KEYS_AT = 20;
/** 64 bits: one bit per key. */
export const REQUIRED_AT = 24;
/** The address of a count of lists, followed by each list: its count of sets, and its sets of 64 bits. */
export const REQUIRED_ALTERNATIVES_AT = 32;
export const ITEMS_AT = 36;
export const MIN_ITEMS_AT = 40;
export const MAX_ITEMS_AT = 44;
export const TEXT_MODE_AT = 48;
/** The address of the allowed texts, each a length and an address. */
export const ENUM_TEXTS_AT = 52;
export const ENUM_COUNT_AT = 56;
/** The addresses of a fixed-length pattern: the character sets of each byte, and the set of each position. */
export const SETS_AT = 60;
export const POSITIONS_AT = 64;
export const POSITION_COUNT_AT = 68;
export const MIN_LENGTH_AT = 72;
export const MAX_LENGTH_AT = 76;
/** The tests of a value, as bits. */
export const TESTS_AT = 80;
export const BRANCHES_AT = 84;
export const BRANCH_COUNT_AT = 88;
export const FLAGS_AT = 92;
/** 64-bit floats: the limits of a number. */
export const MINIMUM_AT = 96;
export const MAXIMUM_AT = 104;
export const SCHEMA_SIZE = 112;

/** Objects may have any names with any values. */
export const OPEN_FLAG = 1;
/** The value may be sensitive, or have names that the compiled schema does not know. It is marked. */
export const MARKED_FLAG = 2;

export const COMPILED_MODE = 0;
export const ANY_MODE = 1;
export const UNION_MODE = 2;
export const FALLBACK_MODE = 3;

/** The size of a key in bytes: four integers, of which the last one is 1 if the name indicates a secret. */
export const KEY_SIZE = 16;
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

/** The address of the schema that accepts any JSON. It is not 0, because 0 means absent. */
export const ANY_SCHEMA = 16;

/** The path to the current value: the address of a key per level, or 0 for an array item. */
export const PATH_START = 1024;
export const MAX_VALUE_DEPTH = 100;

/** The outline of a body: for each of its properties the address of the key, start, end, and count of items. */
export const OUTLINE_START = 2048;
export const OUTLINE_ENTRY_SIZE = 16;

/** The records of scalars that violate their compiled schema. */
export const RECORDS_START = 4096;
export const RECORDS_END = 131072;
export const RECORD_SCHEMA_AT = 0;
export const RECORD_START_AT = 4;
export const RECORD_END_AT = 8;
export const RECORD_KIND_AT = 12;
export const RECORD_DEPTH_AT = 16;
export const RECORD_PATH_AT = 20;

/** The marked values: schema, start, end, and the path with its length. */
export const MARKS_START = 131072;
export const MARKS_END = 196608;
export const MARK_PATH_AT = 16;

/** The compiled schemas, followed by the body. */
export const SCHEMAS_START = 196608;
export const SCHEMAS_END = 33554432;
