import { type Diagnostic, formatLocation } from "../../document/index.js";

/** Thrown if a configuration or baseline is invalid. Each diagnostic has a location and the expected value. */
export class SettingsError extends Error {
  override name = "SettingsError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(problems: readonly Diagnostic[], options?: ErrorOptions) {
    super(problems.map(({ message, location }) => `${formatLocation(location)}: ${message}`).join("\n"), options);
    this.diagnostics = problems;
  }
}
