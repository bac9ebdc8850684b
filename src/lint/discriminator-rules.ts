import { asArray, asObject, isObject, type Json, joinPointer, type Pointer, valueAt } from "../document/index.js";
import { possibleShapes } from "../schema/shape.js";
import { componentsOf, meant } from "./document-rules.js";
import type { Lint, Place, Rules } from "./rule.js";
import { pointerOf, referenceTarget } from "./walk.js";

/** Discriminators: https://spec.openapis.org/oas/v3.1.1#discriminator-object */
export const DISCRIMINATOR_RULES = {
  "spec.discriminator.target-unknown": {
    level: "error",
    title: "The mapping of a discriminator leads to no schema.",
    fix: "Name a component, or refer to a schema.",
    on: ["discriminator"],
    fields: ["mapping"],
    *find({ value }, lint) {
      const schemas = componentsOf(lint, "schemas");
      for (const [name, target] of Object.entries(asObject(value.mapping) ?? {})) {
        if (typeof target !== "string") continue;
        const pointer = referenceTarget(target);
        const isThere =
          pointer === undefined
            ? schemas.has(target) || /^(#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
            : isSchema(lint, pointer);
        if (!isThere)
          yield { message: `there is no schema "${target}"${meant(target, schemas.keys())}`, at: ["mapping", name] };
      }
    },
  },
  "spec.discriminator.property-optional": {
    level: "warn",
    title: "The property of a discriminator is not required in every schema that it chooses from.",
    fix: "Require the property; without it, the choice is undefined.",
    on: ["discriminator"],
    fields: ["propertyName"],
    *find({ value, parent }, lint) {
      const { propertyName } = value;
      if (typeof propertyName !== "string" || parent?.kind !== "schema") return;
      const lacking = optionalIn(parent, propertyName, lint);
      if (lacking !== undefined)
        yield {
          message: `"${propertyName}" is not required${lacking === "" ? "" : ` in ${lacking}`}`,
          at: ["propertyName"],
        };
    },
  },
} satisfies Rules;

function isSchema({ document, kindOf }: Lint, pointer: Pointer): boolean {
  const found = valueAt(document.root, pointer);
  return isObject(found) && [undefined, "schema"].includes(kindOf(found));
}

/** The branch in which a property is optional, or nothing's name when it is the schema itself. */
function optionalIn(owner: Place, property: string, { document }: Lint): string | undefined {
  const pointer = pointerOf(owner);
  const requires = (at: Pointer): boolean =>
    possibleShapes(document.root, at).some(({ schema }) => asArray(schema.required).includes(property));
  if (asArray(owner.value.required).includes(property)) return undefined;
  const keyword = ["oneOf", "anyOf"].find((name) => asArray(owner.value[name]).length > 0);
  if (keyword === undefined) return requires(pointer) ? undefined : "";
  const branches: readonly Json[] = asArray(owner.value[keyword]);
  const lacking = branches.findIndex(
    (branch, index) => !isNull(branch) && !requires(joinPointer(pointer, keyword, index)),
  );
  if (lacking === -1) return undefined;
  const reference = asObject(branches[lacking] ?? null)?.$ref;
  return typeof reference === "string" ? `"${reference}"` : `${keyword}/${lacking}`;
}

function isNull(branch: Json): boolean {
  return isObject(branch) && branch.type === "null";
}
