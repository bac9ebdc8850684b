import type { DiffFinding } from "../../../src/diff/index.js";

/** The code, and the name that distinguishes changes of one code: of the property, the parameter or the operation. */
export function getWeightKey({ code, affects }: Pick<DiffFinding, "code" | "affects">): string {
  const [first] = affects;
  const parameter = / parameter (.*)$/.exec(first?.part ?? "")?.[1];
  const property = code === "request.property.required" ? "channel" : first?.at?.split("/").at(-1);
  return `${code} ${parameter ?? (property || first?.operation)}`;
}
