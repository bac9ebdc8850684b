import { formatLocation, type Pointer, type SourceLocation } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { toPrintable } from "./describe-violation.js";

/** Thrown if a schema of the spec does not compile, so that no value can be checked against it. */
export class SchemaError extends CannotValidateError {
  override name = "SchemaError";
  readonly pointer: Pointer;
  readonly location: SourceLocation;

  constructor({ pointer, location, cause }: { pointer: Pointer; location: SourceLocation; cause: unknown }) {
    const reason = toPrintable(cause instanceof Error ? cause.message : String(cause));
    super(`${formatLocation(location)}: this schema does not compile: ${reason}`, { cause });
    this.pointer = pointer;
    this.location = location;
  }
}
