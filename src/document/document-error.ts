import { type Diagnostic, formatDiagnosticLines } from "./diagnostic.js";
import type { Pointer } from "./pointer.js";

/** A reason with the pointer into the bundled document. */
export type DocumentFault = Diagnostic & { readonly pointer: Pointer };

/** The spec cannot be used: it does not parse, or a reference cannot be resolved. Never a finding. */
export class DocumentError extends Error {
  override name = "DocumentError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnosticLines(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}
