import type { ValueConstraints } from "../../../samples/value-constraints.js";
import { getFormatRange } from "../../../schema/formats/number-formats.js";

export type NumberBound = { readonly value: number; readonly exclusive: boolean };

/** The range of the numbers in a set, from its limits and formats. */
export function getNumberLimits(
  constraints: ValueConstraints,
  primitive: "integer" | "fraction",
): { readonly least: NumberBound; readonly most: NumberBound } {
  const ranges = constraints.formats.flatMap(({ value }) => getFormatRange(value) ?? []);
  const least = selectTightest(
    [constraints.minimum ?? NO_LOWER_BOUND, ...ranges.map(({ min }) => createInclusiveBound(min))],
    1,
  );
  const most = selectTightest(
    [constraints.maximum ?? NO_UPPER_BOUND, ...ranges.map(({ max }) => createInclusiveBound(max))],
    -1,
  );
  if (primitive === "fraction") return { least, most };
  return {
    least: createInclusiveBound(roundToInteger(least, 1)),
    most: createInclusiveBound(roundToInteger(most, -1)),
  };
}

const NO_LOWER_BOUND: NumberBound = { value: Number.NEGATIVE_INFINITY, exclusive: false };
const NO_UPPER_BOUND: NumberBound = { value: Number.POSITIVE_INFINITY, exclusive: false };

function createInclusiveBound(value: number): NumberBound {
  return { value, exclusive: false };
}

/** Rounds to the nearest integer within the bound. */
function roundToInteger({ value, exclusive }: NumberBound, sign: 1 | -1): number {
  const nearest = sign === 1 ? Math.ceil(value) : Math.floor(value);
  return exclusive && nearest === value ? nearest + sign : nearest;
}

function selectTightest(bounds: readonly NumberBound[], sign: 1 | -1): NumberBound {
  return bounds.reduce((best, bound) => {
    const further = (bound.value - best.value) * sign;
    return further > 0 || (further === 0 && bound.exclusive) || Number.isNaN(further) ? bound : best;
  });
}
