import { asArray, asObject, type Json } from "../../document/index.js";
import type { LintRules } from "../rule.js";
import { formatSuggestion } from "./document-rules.js";

/** Rules about tags: https://spec.openapis.org/oas/v3.2.0#tag-object */
export const TAG_RULES = {
  "spec.tag.duplicate": {
    level: "error",
    title: "Two tags have the same name.",
    fix: "Remove one of them.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const names = asArray(value.tags).map((tag) => asObject(tag)?.name);
      for (const [index, name] of names.entries())
        if (typeof name === "string" && names.indexOf(name) < index)
          yield { message: `the tag "${name}" is declared twice`, at: ["tags", index] };
    },
  },
  "spec.tag.parent-unknown": {
    level: "error",
    title: "The parent of a tag is not declared.",
    fix: "Declare the parent in tags, or change its name to a declared one.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const parents = listParents(value.tags);
      for (const [index, { parent }] of parents.entries())
        if (parent !== undefined && !parents.some(({ name }) => name === parent))
          yield {
            message: `there is no tag "${parent}"${formatSuggestion(
              parent,
              parents.map(({ name }) => name),
            )}`,
            at: ["tags", index, "parent"],
          };
    },
  },
  "spec.tag.parent-cycle": {
    level: "error",
    title: "A tag is its own parent, directly or through others.",
    fix: "Remove one of the parents.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const parents = listParents(value.tags);
      const parentOf = new Map(parents.map(({ name, parent }) => [name, parent]));
      for (const [index, { name, parent }] of parents.entries()) {
        const ancestors = new Set<string>();
        for (let at = parent; at !== undefined && !ancestors.has(at); at = parentOf.get(at)) ancestors.add(at);
        if (ancestors.has(name))
          yield { message: `the tag "${name}" is its own ancestor`, at: ["tags", index, "parent"] };
      }
    },
  },
} satisfies LintRules;

function listParents(tags: Json | undefined): { readonly name: string; readonly parent: string | undefined }[] {
  return asArray(tags).map((it) => {
    const tag = asObject(it);
    return { name: String(tag?.name), parent: typeof tag?.parent === "string" ? tag.parent : undefined };
  });
}
