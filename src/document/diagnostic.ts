import type { Pointer } from "./pointer.js";
import { formatLocation, type SourceLocation } from "./source-location.js";

/** `error`: the specification says MUST. `warn`: it says SHOULD, or the text has no effect. `info`: worth knowing. */
export type DiagnosticLevel = "error" | "warn" | "info";

/** A defect of a spec, a configuration or a baseline, with its position in the file. */
export type Diagnostic = {
  /** The lint rule; absent if the defect makes the file unusable. */
  readonly code?: string;
  /** The severity that the lint rule gives it; absent if the defect makes the file unusable. */
  readonly level?: DiagnosticLevel;
  /** What is wrong, and what was expected. */
  readonly message: string;
  /** The location in the bundled spec. */
  readonly pointer?: Pointer;
} & SourceLocation;

/** Formats diagnostics without codes: one line each, with file, line and column. */
export function formatDiagnosticLines(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${formatLocation(diagnostic)}: ${diagnostic.message}`).join("\n");
}
