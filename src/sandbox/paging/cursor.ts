/**
 * Where a listing goes on: which view of the business it is, which item was the last, and how many there are on a page.
 * Views and items are named by the numbers of their writes (store/tables.ts).
 */
export type Cursor = { readonly view: number; readonly last: number; readonly limit: number };

/** What stands in `startOffset`: a cursor that the service made, or a plain offset from the first item. */
export type StartOffset =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "offset"; readonly offset: number }
  | { readonly kind: "invalid" };

/** Offsets from here on are cursors. */
const FIRST_CURSOR = 1e12;
const VIEW_FACTOR = 1e9;
const LAST_FACTOR = 100;

/** Plain offsets pass over what they leave out, one by one: no further than this. */
export const MAX_OFFSET = 100_000;

/** The greatest number of a view that fits beside the others into an integer that every reader of JSON holds exactly. */
export const MAX_VIEW = Math.floor((Number.MAX_SAFE_INTEGER - FIRST_CURSOR) / VIEW_FACTOR) - 1;

/** The cursor as an integer; undefined when the view is beyond MAX_VIEW, some nine million writes of one business. */
export function encodeCursor({ view, last, limit }: Cursor): number | undefined {
  return view > MAX_VIEW ? undefined : FIRST_CURSOR + view * VIEW_FACTOR + last * LAST_FACTOR + (limit - 1);
}

export function readStartOffset(startOffset: number): StartOffset {
  if (!Number.isSafeInteger(startOffset) || startOffset < 0) return { kind: "invalid" };
  if (startOffset < FIRST_CURSOR)
    return startOffset > MAX_OFFSET ? { kind: "invalid" } : { kind: "offset", offset: startOffset };
  const packed = startOffset - FIRST_CURSOR;
  const view = Math.floor(packed / VIEW_FACTOR);
  const last = Math.floor((packed % VIEW_FACTOR) / LAST_FACTOR);
  return last > view || last === 0
    ? { kind: "invalid" }
    : { kind: "cursor", cursor: { view, last, limit: (packed % LAST_FACTOR) + 1 } };
}
