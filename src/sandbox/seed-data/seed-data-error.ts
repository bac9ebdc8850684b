import { formatLocation, type SourceLocation } from "../../document/index.js";

/** A seed-data file cannot be used. The message says where in the file, what is wrong, and what would have been accepted. */
export class SeedDataError extends Error {
  override readonly name = "SeedDataError" as const;
  readonly location: SourceLocation;

  constructor(location: SourceLocation, message: string, options?: ErrorOptions) {
    super(`${formatLocation(location)}: ${message}`, options);
    this.location = location;
  }
}
