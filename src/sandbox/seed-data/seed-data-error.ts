import { formatLocation, type SourceLocation } from "../../document/index.js";

/** Invalid seed data. The message contains the location in the file and what was expected. */
export class SeedDataError extends Error {
  override readonly name = "SeedDataError" as const;
  readonly location: SourceLocation;

  constructor(location: SourceLocation, message: string, options?: ErrorOptions) {
    super(`${formatLocation(location)}: ${message}`, options);
    this.location = location;
  }
}
