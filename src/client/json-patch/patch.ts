import type { Discount, OrderAmounts, OrderItem, OrderPatch, OrderPatchOperation } from "../../../generated/types.js";

/**
 * An immutable JSON Patch document (RFC 6902) of an order. Its methods return a longer document. They allow what the
 * service accepts: `add`, `remove` and `replace` of order-level amounts, and `replace` of `/items` and `/discounts`
 * (seed, "PATCH /businesses/{businessId}/orders/{orderId}").
 */
export type Patch = OrderPatch & {
  /** Adds or replaces an amount, or inserts a fee before an index or at the end (`-`). */
  readonly add: <const Path extends AmountsPath<"-"> | AmountsTokens>(path: Path, value: ValueAt<Path>) => Patch;
  /** Replaces an existing amount, all items or all discounts. */
  readonly replace: <const Path extends AmountsPath | AmountsTokens | "/items" | "/discounts">(
    path: Path,
    value: ValueAt<Path>,
  ) => Patch;
  /** Removes an existing amount. */
  readonly remove: (path: AmountsPath | AmountsTokens) => Patch;
};

/** Creates an empty patch. */
export function patch(): Patch {
  return extendPatch([]);
}

/** A path within the amounts as unescaped names, for undocumented members. */
export type AmountsTokens = readonly ["amounts", ...(string | number)[]];

/** A JSON Pointer (RFC 6901) to the amounts of an order or to a value in them. */
export type AmountsPath<Index extends string = never> = "/amounts" | `/amounts${PointersBelow<OrderAmounts, Index>}`;

/** The type of the value at a path. */
export type ValueAt<Path> = Path extends "/items"
  ? readonly OrderItem[]
  : Path extends "/discounts"
    ? readonly Discount[]
    : Path extends `/amounts${infer Rest}`
      ? ValueAtPointer<OrderAmounts, Rest>
      : unknown;

type PointersBelow<Value, Index extends string> = Value extends string | number | boolean
  ? never
  : Value extends readonly (infer Item)[]
    ? `/${number | Index}` | `/${number}${PointersBelow<Item, Index>}`
    : {
        [Name in keyof Value & string]: `/${Name}` | `/${Name}${PointersBelow<NonNullable<Value[Name]>, Index>}`;
      }[keyof Value & string];

type ValueAtPointer<Value, Path> = Path extends `/${infer Name}/${infer Rest}`
  ? ValueAtPointer<ChildValue<Value, Name>, `/${Rest}`>
  : Path extends `/${infer Name}`
    ? ChildValue<Value, Name>
    : Value;

type ChildValue<Value, Name> = Value extends readonly (infer Item)[]
  ? Item
  : Name extends keyof Value
    ? NonNullable<Value[Name]>
    : never;

function extendPatch(operations: OrderPatch): Patch {
  const step = (op: string) => ({
    value: (path: string | AmountsTokens, value: unknown) => {
      const operation = { op, path: formatPatchPath(path), ...(op === "remove" ? {} : { value }) };
      // The types of the methods ensure that path and value fit.
      return extendPatch([...operations, operation as OrderPatchOperation]);
    },
  });
  const steps = { add: step("add"), replace: step("replace"), remove: step("remove") };
  return Object.freeze(Object.defineProperties([...operations], steps)) as Patch;
}

function formatPatchPath(path: string | AmountsTokens): string {
  if (typeof path === "string") return path;
  return path.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
