import { formatLocation, type Location, type Pointer } from "../document/index.js";

import { printable } from "./failure-words.js";
import { Unjudged } from "./unjudged.js";

/** A schema of the description does not compile, so nothing can be judged against it. */
export class SchemaError extends Unjudged {
  override name = "SchemaError";
  readonly pointer: Pointer;
  readonly location: Location;

  constructor({ pointer, location, cause }: { pointer: Pointer; location: Location; cause: unknown }) {
    const reason = printable(cause instanceof Error ? cause.message : String(cause));
    super(`${formatLocation(location)}: this schema does not compile: ${reason}`, { cause });
    this.pointer = pointer;
    this.location = location;
  }
}
