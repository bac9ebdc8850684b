import { asArray, asObject, isObject, type Json, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import { listApplicableSchemas } from "../../schema/analysis/applicable-schema.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { getLocalReferenceTarget, getPointer } from "../walk-document.js";
import { formatSuggestion, getComponents } from "./document-rules.js";

/** Rules about discriminators: https://spec.openapis.org/oas/v3.1.1#discriminator-object */
export const DISCRIMINATOR_RULES = {
  "spec.discriminator.target-unknown": {
    level: "error",
    title: "A mapping of a discriminator names a schema that does not exist.",
    fix: "Use the name of a component, or a reference to a schema.",
    objectKinds: ["discriminator"],
    *find({ value }, lint) {
      const schemas = getComponents(lint, "schemas");
      const mappings = Object.entries(asObject(value.mapping) ?? {}).map(
        ([name, it]) => [["mapping", name], it] as const,
      );
      for (const [at, target] of [...mappings, [["defaultMapping"], value.defaultMapping] as const]) {
        if (typeof target !== "string") continue;
        const pointer = getLocalReferenceTarget(target);
        const isThere =
          pointer === undefined
            ? schemas.has(target) || /^(#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
            : isSchemaAt(lint, pointer);
        if (!isThere)
          yield {
            message: `there is no schema "${target}"${formatSuggestion(target, schemas.keys())}`,
            at,
          };
      }
    },
  },
  "spec.discriminator.property-optional": {
    level: "warn",
    title: "The property of a discriminator is not required in every branch.",
    fix: "Make the property required, or since OpenAPI 3.2 add defaultMapping; else the choice of the branch is undefined.",
    objectKinds: ["discriminator"],
    fields: ["propertyName"],
    *find({ value, parent }, lint) {
      const { propertyName } = value;
      if (typeof propertyName !== "string" || parent?.kind !== "schema" || value.defaultMapping !== undefined) return;
      const lacking = findOptionalBranch(parent, propertyName, lint);
      if (lacking !== undefined)
        yield {
          message: `"${propertyName}" is not required${lacking === "" ? "" : ` in ${lacking}`}`,
          at: ["propertyName"],
          level: lint.version === "3.2" ? "error" : "warn",
        };
    },
  },
} satisfies LintRules;

function isSchemaAt({ document, kindOf }: LintContext, pointer: Pointer): boolean {
  const found = valueAt(document.root, pointer);
  return isObject(found) && [undefined, "schema"].includes(kindOf(found));
}

/** Returns the branch in which a property is optional, or an empty string for the schema itself. */
function findOptionalBranch(owner: SpecObject, property: string, { document }: LintContext): string | undefined {
  const pointer = getPointer(owner);
  const requires = (at: Pointer): boolean =>
    listApplicableSchemas(document.root, at).some(({ schema }) => asArray(schema.required).includes(property));
  if (asArray(owner.value.required).includes(property)) return undefined;
  const keyword = ["oneOf", "anyOf"].find((name) => asArray(owner.value[name]).length > 0);
  if (keyword === undefined) return requires(pointer) ? undefined : "";
  const branches: readonly Json[] = asArray(owner.value[keyword]);
  const lacking = branches.findIndex(
    (branch, index) => !isNullSchema(branch) && !requires(joinPointer(pointer, keyword, index)),
  );
  if (lacking === -1) return undefined;
  const reference = asObject(branches[lacking] ?? null)?.$ref;
  return typeof reference === "string" ? `"${reference}"` : `${keyword}/${lacking}`;
}

function isNullSchema(branch: Json): boolean {
  return isObject(branch) && branch.type === "null";
}
