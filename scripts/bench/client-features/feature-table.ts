/** The table of bench/CLIENT-FEATURES.md. */
import { BUNDLERS } from "../bundle.js";
import { FEATURES, type Feature } from "./feature-list.js";
import { createFeatureMeter, measureProgram, measureRuntime } from "./measure-features.js";

export const FEATURE_TABLE_PAGE = "bench/CLIENT-FEATURES.md";

/** A row of the table: bytes after gzip, of the whole program in the first row and beside it in the others. */
export type FeatureSize = { readonly group: string; readonly title: string; readonly gzip: number };

const BASE: Pick<Feature, "group" | "title"> = {
  group: "One GET",
  title: "path, query, bearer token, retries with `Retry-After`, timeouts, typed errors",
};

/** @param folder where the package is installed */
export async function measureFeatures(folder: string): Promise<readonly FeatureSize[]> {
  const measure = createFeatureMeter(folder);
  const sizes: FeatureSize[] = [{ ...BASE, gzip: await measureProgram(folder, "base", {}) }];
  for (const feature of FEATURES) {
    const { group, title } = feature;
    sizes.push({ group, title, gzip: await measure(feature) });
  }
  return [
    ...sizes,
    { group: "All", title: "every function of the runtime, instead", gzip: await measureRuntime(folder) },
  ];
}

/** Returns a page with its table replaced. */
export function replaceFeatureTable(page: string, sizes: readonly FeatureSize[]): string {
  const rows = sizes.map(({ group, title, gzip }, index) => {
    const isFirst = group !== sizes[index - 1]?.group;
    const isAbsolute = index === 0 || index === sizes.length - 1;
    return `| ${isFirst ? `${group} ` : ""}| ${title} | ${isAbsolute ? "" : "+"}${gzip} |`;
  });
  const table = [`| | ${BUNDLERS.esbuild.name}, minified | bytes after gzip |`, "|---|---|---|", ...rows].join("\n");
  return page.replace(/^\|.*\|$(\n\|.*\|$)*/m, () => table);
}

/** Reads the rows back from the page. */
export function readFeatureTable(page: string): readonly FeatureSize[] {
  let group = "";
  return [...page.matchAll(/^\| (.*?) ?\| (.+) \| \+?(\d+) \|$/gm)].map(([, first = "", title = "", gzip]) => {
    group = first || group;
    return { group, title, gzip: Number(gzip) };
  });
}
