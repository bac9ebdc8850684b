import type { ListDescription } from "../calls/call-description.js";
import { defineList, type ItemsLocation } from "./lists.js";

/**
 * Describes the method that iterates over a list whose pages have a `Link` header with `rel` = `next` (RFC 8288), or the URL of the
 * next page in another header.
 */
export function defineLinkHeaderList(
  name: string,
  items: ItemsLocation,
  maxPages?: number,
  header = "Link",
): ListDescription {
  return [
    name,
    (core, call) => (options) => {
      const links = new Map<string, string>();
      const send = core.fetch ?? fetch;
      const observed: typeof fetch = async (url, init) => {
        const response = await send(url, init);
        links.set(String(url), response.headers.get(header) ?? "");
        return response;
      };
      const createReader = () => (all: readonly unknown[], _: object, url: string) => {
        const value = links.get(url) ?? "";
        return [all, header === "Link" ? findNextLink(value) : value || undefined] as const;
      };
      const [, create] = defineList(name, items, createReader, maxPages);
      return create({ ...core, fetch: observed }, call)(options);
    },
  ];
}

/** The target of the link with `rel` = `next`. */
export function findNextLink(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return target;
  return undefined;
}
