import { createHash } from "node:crypto";
import type { Pointer } from "./json.js";

/** A position in a file. Lines and columns start at 1. */
export type SourceLocation = { readonly file: string; readonly line?: number; readonly column?: number };

export function formatLocation({ file, line, column }: SourceLocation): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

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
  /** Why it does not fail a run: the reason of `x-contract-ignore`, or an entry of a baseline. */
  readonly accepted?: { readonly reason: string; readonly ticket?: string; readonly expires?: string };
} & SourceLocation;

/** Hashes what a finding is about. Two findings of any command with the same hash are one. */
export function createFingerprint(identity: string): string {
  return createHash("sha256").update(identity).digest("hex").slice(0, 16);
}

/** Whether a code is the one of a pattern, or starts as a pattern that ends with a star. */
export function matchesCodePattern(pattern: string, code: string): boolean {
  return pattern.endsWith("*") ? code.startsWith(pattern.slice(0, -1)) : pattern === code;
}

/** Formats diagnostics without codes: one line each, with file, line and column. */
export function formatDiagnosticLines(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${formatLocation(diagnostic)}: ${diagnostic.message}`).join("\n");
}

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
