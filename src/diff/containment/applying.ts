import type { Pointer } from "../../document/index.js";
import type { Shape } from "../../schema/shape.js";
import { placeKey, type Ref, type Sided } from "./sided.js";

export type SidedShape = Shape & { readonly ref: Ref };

export type Applying = {
  readonly shapes: readonly SidedShape[];
  /** Whether one of the schemas is `false`. */
  readonly isImpossible: boolean;
};

const applied = new WeakMap<Sided, Map<Pointer, Applying>>();

/** The schemas that always apply where one does. */
export function applyingTo({ sided, pointer }: Ref): Applying {
  const known = applied.get(sided) ?? new Map<Pointer, Applying>();
  applied.set(sided, known);
  const found = known.get(pointer) ?? gatherFrom({ sided, pointer });
  known.set(pointer, found);
  return found;
}

function gatherFrom(start: Ref): Applying {
  const shapes = new Map<Pointer, SidedShape>();
  let isImpossible = false;
  const visit = (ref: Ref): void => {
    if (shapes.has(ref.pointer)) return;
    if (ref.sided.at(ref.pointer) === false) isImpossible = true;
    const shape = ref.sided.shape(ref.pointer);
    if (shape === undefined) return;
    shapes.set(ref.pointer, { ...shape, ref });
    for (const pointer of shape.always) visit({ ...ref, pointer });
  };
  visit(start);
  return { shapes: [...shapes.values()], isImpossible };
}

/** Of several schemas together, each shape once. */
export function distinctShapes(applying: readonly Applying[]): SidedShape[] {
  const shapes = new Map<number, SidedShape>();
  for (const { shapes: some } of applying)
    for (const shape of some) if (!shapes.has(placeKey(shape.ref))) shapes.set(placeKey(shape.ref), shape);
  return [...shapes.values()];
}
