import type { Pointer } from "./pointer.js";
import type { SourceLocation } from "./source-file.js";

/** One reason why a spec cannot be used, with its location. */
export type Diagnostic = { readonly message: string; readonly location: SourceLocation };

/** A reason with the pointer into the bundled document. */
export type DocumentFault = Diagnostic & { readonly pointer: Pointer };

/** The spec cannot be used: it does not parse, or a reference cannot be resolved. Never a finding. */
export class DocumentError extends Error {
  override name = "DocumentError" as const;
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map(({ message, location }) => `${formatLocation(location)}: ${message}`).join("\n"), options);
    this.diagnostics = diagnostics;
  }
}

export function formatLocation({ file, line, column }: SourceLocation): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
