import { asArray, asObject, asString, type JsonObject, type Operation } from "../document/index.js";
import type { DocsContext } from "./docs-context.js";

/** A group of operations: the titles of its tag and of the tags around it, outermost first. */
export type TagGroup = { readonly titles: readonly string[]; readonly description?: string };

/**
 * Finds the group of an operation: its first tag of the kind `nav`, or without a kind. Other kinds, such as `badge`, are no groups.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#tag-object
 */
export function findTagGroup({ document }: DocsContext, { tags }: Pick<Operation, "tags">): TagGroup {
  const declared = new Map(
    asArray(document.root.tags).flatMap((tag): [string, JsonObject][] => {
      const value = asObject(tag);
      const name = asString(value?.name);
      return value === undefined || name === undefined ? [] : [[name, value]];
    }),
  );
  const name = tags.find((it) => (declared.get(it)?.kind ?? "nav") === "nav");
  if (name === undefined) return { titles: ["Operations"] };
  const titles: string[] = [];
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = asString(declared.get(at)?.parent)) {
    seen.add(at);
    titles.unshift(asString(declared.get(at)?.summary) ?? at);
  }
  const description = asString(declared.get(name)?.description);
  return { titles, ...(description === undefined ? {} : { description }) };
}
