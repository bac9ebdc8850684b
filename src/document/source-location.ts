/** A position in a file. Lines and columns start at 1. */
export type SourceLocation = { readonly file: string; readonly line?: number; readonly column?: number };

export function formatLocation({ file, line, column }: SourceLocation): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
