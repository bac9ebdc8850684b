/** What is asked of the program that reads. */

/** Has a value judged by the schema of its plan. */
export declare function validateWithSchema(plan: i32, start: i32, end: i32): bool;
/** Makes those tests of a text, between its marks, that cannot be made here. */
export declare function testText(plan: i32, start: i32, end: i32): bool;
export declare function testNumber(plan: i32, value: f64): bool;
