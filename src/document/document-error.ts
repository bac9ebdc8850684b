import { type Diagnostic, formatDiagnosticLines } from "./diagnostic.js";

/** The spec cannot be used: it does not parse, or a reference cannot be resolved. Never a finding. */
export class DocumentError extends Error {
  override name = "DocumentError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnosticLines(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}
