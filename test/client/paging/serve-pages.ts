/** A list with given pages, and the URLs that were read. */

import { iteratePages } from "../../../src/client/paging/iterate-pages.js";
import { createLinkedReader, createStartTimeReader } from "../../../src/client/paging/page-readers.js";

export const BASE = "https://service.example/v1";
export const COLLECTION = `${BASE}/businesses/shop/orders`;

/** Bodies keyed by the part of the URL after the path, `""` for the first page. Errors are thrown. */
export type Bodies = Readonly<Record<string, unknown>>;

export const LINKS = ["orders"] as const;
export const OFFSET = ["list", "start", "count"] as const;

/** What differs from a list of orders from its first page. */
export type ListChange = {
  readonly paging?: readonly [items: string, start?: string, count?: string];
  readonly url?: string;
  readonly resume?: string | undefined;
  readonly maxPages?: number;
};

export function serve(bodies: Bodies, { paging = LINKS, url: first = COLLECTION, resume, maxPages }: ListChange = {}) {
  const read: string[] = [];
  const readBody = async (url: string): Promise<unknown> => {
    read.push(url.startsWith(COLLECTION) ? url.slice(COLLECTION.length) : url);
    const body = bodies[read.at(-1) ?? ""];
    if (body instanceof Error) throw body;
    return body;
  };
  const pages = () =>
    iteratePages<unknown>("listOrders", [...toSource(paging), BASE, first, readBody], resume, maxPages);
  return { read, pages };
}

/** The location of items, and a reader for links or, with parameters, for times. */
export function toSource([items, start, count]: readonly [items: string, start?: string, count?: string]) {
  return [items, start ? createStartTimeReader(start, count) : createLinkedReader()] as const;
}

/** A page as in the spec, with a link to the next page when `href` is given. */
export function page(orders: readonly unknown[], href?: unknown): object {
  const links = href === undefined ? [] : [{ rel: "next", method: "GET", href }];
  return { orders, links, count: orders.length };
}

/** Collects all items, and the error that ends the list. */
export async function drain<Value>(from: AsyncIterable<Value>): Promise<{ got: Value[]; error: unknown }> {
  const got: Value[] = [];
  try {
    for await (const value of from) got.push(value);
    return { got, error: undefined };
  } catch (error) {
    return { got, error };
  }
}
