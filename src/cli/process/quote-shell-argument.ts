/** One word of a shell, whatever stands in it. */
export function quoteShellArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
