/** Constants of the WebAssembly module in assembly/ and of the code that writes and reads its memory. Addresses are in bytes. */

/** The kinds of JSON values, as bits. */
export const OBJECT_KIND = 1;
export const ARRAY_KIND = 2;
export const STRING_KIND = 4;
export const INTEGER_KIND = 8;
export const FRACTION_KIND = 16;
export const TRUE_KIND = 32;
export const FALSE_KIND = 64;
export const NULL_KIND = 128;
export const ALL_KINDS = 255;

/** How a string is checked: not at all, against a list, or with tests, some of which run on the bytes. */
export const ANY_TEXT = 0;
export const LISTED_TEXT = 1;
export const TESTED_TEXT = 2;

/** The schema that accepts any JSON. */
export const ANY_SCHEMA = 16;
/** The path to the current value: the address of a key per level, or 0 for an array item. */
export const PATH_START = 1024;
export const MAX_VALUE_DEPTH = 100;

/**
 * Records of the values of a body: subject, start, end, length of the path, and the path. The subject is the ID of the schema,
 * followed by the bits of the type. The type of a scalar that violates its schema is its kind.
 */
export const RECORDS_START = 2048;
export const RECORDS_END = 1040384;
export const RECORD_SIZE = 16;
export const TYPE_BITS = 10;

/** The hashes of the names in the objects around the current value that accept any name. */
export const NAMES_START = RECORDS_END;
export const NAMES_END = 1048576;

/** The compiled schemas, followed by the body. */
export const SCHEMAS_START = NAMES_END;
export const SCHEMAS_END = 33554432;

/** The memory for entries: start and end of each slot of the last match, the templates, and the bytes of the recording. */
export const SLOTS_START = 1024;
export const MAX_SLOTS = 300;
export const TEMPLATES_START = 4096;
export const WINDOW_START = 524288;

/** What follows a segment of a template: a string without escapes, any string, a number, a positive number, or the body. */
export const NO_SLOT = 0;
export const PLAIN_SLOT = 1;
export const TEXT_SLOT = 2;
export const NUMBER_SLOT = 3;
export const SIZE_SLOT = 4;
export const BODY_SLOT = 5;
