import { CannotValidateError, SchemaError } from "../schema/index.js";

/** Whether an error says that a schema does not compile or asks for too much, and not that something here is wrong. */
export function isSchemaLimitError(error: unknown): boolean {
  // A pattern that is none shows by itself where a schema is compiled in the course of judging, and a circle of dynamic
  // references, which nobody sees before, by the end of the stack.
  return (
    error instanceof SchemaError ||
    error instanceof CannotValidateError ||
    error instanceof SyntaxError ||
    error instanceof RangeError
  );
}
