import { formatLocation, type Location, type Pointer } from "../document/index.js";

import { printable } from "./failure-words.js";

/** A schema of the description does not compile, so nothing can be judged against it. Never a finding. */
export class SchemaError extends Error {
  override name = "SchemaError" as const;
  readonly pointer: Pointer;
  readonly location: Location;

  constructor({ pointer, location, cause }: { pointer: Pointer; location: Location; cause: unknown }) {
    const reason = printable(cause instanceof Error ? cause.message : String(cause));
    super(`${formatLocation(location)}: this schema does not compile: ${reason}`, { cause });
    this.pointer = pointer;
    this.location = location;
  }
}
