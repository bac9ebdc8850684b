import type { SitePage } from "../../../src/docs/written-pages.js";
import { createRandom } from "../../bench/random.js";

/** The path of the pages of each kind. The start page is always in the sample. */
export const PAGE_KINDS: Readonly<Record<string, RegExp>> = {
  start: /^$/,
  guide: /^guides\//,
  command: /^command-line\//,
  code: /^(?:diff-|spec-)?codes\//,
  configuration: /^reference\/configuration$/,
  library: /^library\//,
};

/** Chooses a page of each kind. */
export function samplePages(pages: readonly SitePage[], seed: number): SitePage[] {
  const random = createRandom(seed);
  return Object.entries(PAGE_KINDS).map(([kind, pattern]) => {
    const own = pages.filter(({ path }) => pattern.test(path));
    const page = own[Math.floor(random() * own.length)];
    if (page === undefined) throw new Error(`the site has no page of the kind "${kind}"`);
    return page;
  });
}
