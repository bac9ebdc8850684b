import type { Json } from "../../../document/index.js";

/** Other values of the same kind. */
export function listOtherValues(value: Json | undefined): readonly Json[] {
  const values: Json[] = [];
  for (let it = makeOtherValue(value); it !== undefined && values.length < 3; it = makeOtherValue(it)) values.push(it);
  return values;
}

/** Texts stay, because they may be codes. */
export function makeOtherValue(value: Json | undefined): Json | undefined {
  return typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : undefined;
}
