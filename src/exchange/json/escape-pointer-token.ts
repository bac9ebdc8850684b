/** A name as a part of a JSON Pointer (RFC 6901). */
export function escapePointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
