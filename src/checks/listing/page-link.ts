import { asString, isObject } from "../../document/index.js";
import type { ListingPage } from "./listing-page.js";

/** Finds a link with this relation in the Link header (RFC 8288), in a header such as `Next-Page`, or in `links` of the body. */
export function findPageLink({ body, headers }: ListingPage, rel: string): string | undefined {
  const links = isObject(body) ? body.links : undefined;
  const inBody = Array.isArray(links) ? links.find((link) => isObject(link) && link.rel === rel) : undefined;
  if (isObject(inBody)) return asString(inBody.href);
  for (const [name, value] of headers) {
    if (name.toLowerCase().replace(/^x-/, "") === `${rel}-page` && /^https?:\/\//.test(value)) return value;
    if (name.toLowerCase() !== "link") continue;
    const found = value.split(/,\s*(?=<)/).find((it) => new RegExp(`;\\s*rel="?${rel}"?`, "i").test(it));
    const href = /^\s*<([^>]*)>/.exec(found ?? "")?.[1];
    if (href !== undefined) return href;
  }
  return undefined;
}
