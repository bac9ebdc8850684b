import type { Words } from "../../probe/words.js";
import { rangeOfFormat } from "../../schema/number-formats.js";

export type Bound = { readonly value: number; readonly exclusive: boolean };

/** Between which numbers those of a case lie, by their bounds and by the formats that have some. */
export function limitsOf(words: Words, atom: "integer" | "fraction"): { readonly least: Bound; readonly most: Bound } {
  const ranges = words.formats.flatMap(({ value }) => rangeOfFormat(value) ?? []);
  const least = tightest([words.minimum ?? BELOW, ...ranges.map(({ least }) => closed(least))], 1);
  const most = tightest([words.maximum ?? ABOVE, ...ranges.map(({ greatest }) => closed(greatest))], -1);
  if (atom === "fraction") return { least, most };
  return { least: closed(whole(least, 1)), most: closed(whole(most, -1)) };
}

const BELOW: Bound = { value: Number.NEGATIVE_INFINITY, exclusive: false };
const ABOVE: Bound = { value: Number.POSITIVE_INFINITY, exclusive: false };

function closed(value: number): Bound {
  return { value, exclusive: false };
}

/** The nearest integer within a bound. */
function whole({ value, exclusive }: Bound, sign: 1 | -1): number {
  const nearest = sign === 1 ? Math.ceil(value) : Math.floor(value);
  return exclusive && nearest === value ? nearest + sign : nearest;
}

function tightest(bounds: readonly Bound[], sign: 1 | -1): Bound {
  return bounds.reduce((best, bound) => {
    const further = (bound.value - best.value) * sign;
    return further > 0 || (further === 0 && bound.exclusive) || Number.isNaN(further) ? bound : best;
  });
}
