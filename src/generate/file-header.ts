/** The first lines of every generated file that can carry a comment. */
export function formatFileHeader(mark: "//" | "#"): string {
  return [
    `${mark} Generated from the OpenAPI spec. Do not edit: change the spec and generate again.`,
    `${mark} @generated`,
    "",
    "",
  ].join("\n");
}
