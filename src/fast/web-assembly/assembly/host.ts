/** Functions that the host provides. */

/** Validates a value with the original schema of a compiled one. */
export declare function validateWithSchema(schema: i32, start: i32, end: i32): bool;
/** Runs the tests of a text without its quotation marks that cannot run on bytes. */
export declare function testText(schema: i32, start: i32, end: i32): bool;
export declare function testNumber(schema: i32, value: f64): bool;
