import { type Diagnostic, formatLocation } from "../../document/index.js";

/** A configuration or baseline cannot be used. Each problem has its place and says what would have been accepted. */
export class SettingsError extends Error {
  override name = "SettingsError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(problems: readonly Diagnostic[], options?: ErrorOptions) {
    super(problems.map(({ message, location }) => `${formatLocation(location)}: ${message}`).join("\n"), options);
    this.diagnostics = problems;
  }
}
