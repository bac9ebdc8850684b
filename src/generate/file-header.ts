/** The first lines of every generated file that can carry a comment. */
export function formatFileHeader(mark: "//" | "#"): string {
  return [
    `${mark} Generated from the OpenAPI description. Do not edit: change the description and generate again.`,
    `${mark} @generated`,
    "",
    "",
  ].join("\n");
}
