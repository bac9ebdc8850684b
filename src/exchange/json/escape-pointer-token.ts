/** Escapes a name as a reference token of a JSON Pointer (RFC 6901, section 3). */
export function escapePointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
