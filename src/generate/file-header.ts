/** The first lines of every generated file that can carry a comment. */
export function formatFileHeader(mark: "//" | "#"): string {
  return [
    `${mark} Generated from the OpenAPI spec. Do not edit: change the spec and generate again.`,
    `${mark} @generated`,
    "",
    "",
  ].join("\n");
}

/** Puts the header before everything else, where compilers have moved or dropped it. */
export function moveHeaderToStart(text: string): string {
  const header = formatFileHeader("//");
  return header + text.replace(header.trimEnd(), "").trimStart();
}
