import { type Diagnostic, formatDiagnosticLines } from "../../document/index.js";

/** Thrown if a configuration or baseline is invalid. Each diagnostic has a location and the expected value. */
export class SettingsError extends Error {
  override name = "SettingsError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnosticLines(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}
