/** Constants of the WebAssembly module in assembly/ and of the code that writes and reads its memory. Addresses are in bytes. */

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
