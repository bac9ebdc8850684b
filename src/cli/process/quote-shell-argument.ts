/** Quotes text as a single shell argument. */
export function quoteShellArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
