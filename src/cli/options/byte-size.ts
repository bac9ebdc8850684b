/** The number of bytes of a size that `validateByteSize` accepts. */
export function parseByteSize(text: string): number {
  const [, digits = "", unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  return Number(digits) * (unit === "M" ? 1024 * 1024 : unit === "k" ? 1024 : 1);
}
