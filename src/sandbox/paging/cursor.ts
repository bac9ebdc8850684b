/**
 * The position of the next page of a list: the view of the business, the last item of the previous page and the page
 * size. Views and items are identified by the sequence numbers of their writes (store/tables.ts).
 */
export type Cursor = { readonly view: number; readonly last: number; readonly limit: number };

/** The value of `startOffset`: a cursor made by the service, or a plain offset from the first item. */
export type StartOffset =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "offset"; readonly offset: number }
  | { readonly kind: "invalid" };

/** Offsets from this value on are cursors. */
const FIRST_CURSOR = 1e12;
const VIEW_FACTOR = 1e9;
const LAST_FACTOR = 100;

/** A plain offset reads all items that it skips, so it is limited. */
export const MAX_OFFSET = 100_000;

/** The greatest view number for which the encoded cursor is a safe integer. */
export const MAX_VIEW = Math.floor((Number.MAX_SAFE_INTEGER - FIRST_CURSOR) / VIEW_FACTOR) - 1;

/**
 * Encodes a cursor as an integer; undefined when the view exceeds MAX_VIEW, about nine million writes of one business.
 */
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
